import type { Command } from '@truemark/core/vocabulary'
import type { HouseAction } from '@truemark/protocol/auditActions'
import type { Reason } from '@truemark/protocol/errors'
import type { ProposalKindName } from '@truemark/protocol/routes/deskProposals'
import { pageLimit } from '@truemark/protocol/values'
import { promiseIn } from '@truemark/protocol/wording'
import * as z from 'zod/mini'
import { house, type Exchange, type Reads } from '../engine/door.ts'
import {
  type ActingOperator,
  type AuditEntry,
  type Proposals,
  actorOf,
  appendAudit,
  deedKey,
} from '../operator/door.ts'
import { type Outcome, type RequestKey, done, refused } from '../platform/http/call.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { Turns } from '../platform/turns.ts'
import {
  type Draft,
  type DraftKind,
  changeDraft,
  dropDraft,
  findDraft,
  findDrafts,
  insertDraft,
  markPublished,
  textIn,
} from './store.ts'

/** What drafts stand on. */
export interface DraftPorts {
  readonly exchange: Exchange
  readonly reads: Reads
  readonly database: Database
  readonly ids: PublicIds
  readonly proposals: Proposals
  readonly now: () => number
}

type Texts = Readonly<Partial<Record<string, string>>>

/** What one kind of product says of its drafts: how they are called, what they must hold, what is published of them. */
export interface DraftRules<Body extends object, View extends { readonly draft_id: string }> {
  readonly kind: DraftKind
  readonly idKind: 'investDraft' | 'ieoDraft'
  /** What two people decide on. */
  readonly proposal: ProposalKindName
  readonly reasons: { readonly unknown: Reason; readonly published: Reason; readonly textMissing: Reason }
  readonly actions: Readonly<Record<'written' | 'dropped' | 'published' | 'refused', HouseAction>>
  readonly read: (draft: Pick<Draft, 'body'>) => Body
  /** What it is about, for the audit log and for a second person. */
  readonly subject: (body: Body) => string
  /** The text that must be there in English, and its name; the rest of a body are its terms. */
  readonly text: { readonly name: keyof Body & string; readonly of: (body: Body) => Texts }
  /** What else people will read of it. */
  readonly alsoRead: (body: Body) => readonly string[]
  /** What the engine is told; refused where the figures could not hold. */
  readonly command: (body: Body, draft: { readonly text: number; readonly digest: string }) => Outcome<Command>
  /** Whether the engine has it already. */
  readonly isPublished: (draft: number) => Promise<boolean>
  readonly views: (drafts: readonly Draft[]) => Promise<View[]>
}

interface Deed {
  readonly actor: ActingOperator
  readonly reason: string
  readonly key: RequestKey | null
}

/** Drafts of one kind of product: operators write them, two put one in force, and from then on its terms never change. */
export class Drafts<Body extends object, View extends { readonly draft_id: string }> {
  readonly #ports: DraftPorts
  readonly #rules: DraftRules<Body, View>
  /** Of twenty who publish a draft at once, one does: the next looks at the draft only when that is done. */
  readonly #turns = new Turns()

  constructor(ports: DraftPorts, rules: DraftRules<Body, View>) {
    this.#ports = ports
    this.#rules = rules
    ports.proposals.define(rules.proposal, {
      access: 'desk_market_write',
      payload: z.object({ draft: z.int(), digest: z.string(), reason: z.string() }),
      plan: async ({ draft, digest }) => {
        const planned = await this.#plan(draft, digest)
        if (!planned.ok) return planned
        const { body } = planned.data
        return done({ subject: rules.subject(body), detail: this.#detail(body, digest) })
      },
      after: ({ draft, digest, reason }, { actor, key }) => this.#publish(draft, digest, { actor, reason, key }),
    })
  }

  /** Drafts, and what has been published of them, newest first. */
  async list(query: { readonly cursor?: string | undefined; readonly limit?: string | undefined }) {
    const { database, ids, reads } = this.#ports
    const before = query.cursor === undefined ? null : ids.read(this.#rules.idKind, query.cursor)
    if (query.cursor !== undefined && before === null) return refused('field_malformed', { field: 'cursor' })
    await reads.current()
    const limit = pageLimit(query.limit)
    const drafts = await findDrafts(database, this.#rules.kind, before, limit)
    const items = await this.#rules.views(drafts)
    return done({ items, cursor: drafts.length === limit ? (items.at(-1)?.draft_id ?? null) : null })
  }

  /** Keeps a new draft, whose figures could hold. */
  async make(caller: Caller, body: Body): Promise<Outcome<View>> {
    const { database, now } = this.#ports
    const { actions, command, kind } = this.#rules
    const wanted = command(body, { text: 1, digest: '-' })
    if (!wanted.ok) return wanted
    const actor = await actorOf(this.#ports, caller)
    const draft = await database.transaction(async (client) => {
      const made = await insertDraft(client, kind, JSON.stringify(body), { name: actor.name, at: now() })
      await appendAudit(client, this.audit(actions.written, actor, body, made.digest))
      return made
    })
    return done(await this.view(draft))
  }

  /** Writes a draft anew. */
  async change(caller: Caller, id: string, body: Body): Promise<Outcome<View>> {
    const { database, now } = this.#ports
    const { actions, command, reasons } = this.#rules
    const found = await this.#named(id)
    if (!found.ok) return found
    const wanted = command(body, { text: 1, digest: '-' })
    if (!wanted.ok) return wanted
    const actor = await actorOf(this.#ports, caller)
    const draft = await database.transaction(async (client) => {
      const changed = await changeDraft(client, found.data.id, JSON.stringify(body), { name: actor.name, at: now() })
      if (changed !== null) await appendAudit(client, this.audit(actions.written, actor, body, changed.digest))
      return changed
    })
    return draft === null ? refused(reasons.published) : done(await this.view(draft))
  }

  /** Throws a draft away. */
  async drop(caller: Caller, id: string): Promise<Outcome<null>> {
    const { actions, read, reasons } = this.#rules
    const found = await this.#named(id)
    if (!found.ok) return found
    const { data: draft } = found
    const actor = await actorOf(this.#ports, caller)
    const dropped = await this.#ports.database.transaction(async (client) => {
      if (!(await dropDraft(client, draft.id))) return false
      await appendAudit(client, this.audit(actions.dropped, actor, read(draft), draft.digest))
      return true
    })
    return dropped ? done(null) : refused(reasons.published)
  }

  /** Asks a second person to put a draft in force, as it was read; does it at once where there is only one. */
  async ask(
    caller: Caller,
    id: string,
    { digest, reason }: { readonly digest: string; readonly reason: string },
  ): Promise<Outcome<View>> {
    const { ids, proposals } = this.#ports
    const draft = ids.read(this.#rules.idKind, id)
    if (draft === null) return refused(this.#rules.reasons.unknown)
    const planned = await this.#plan(draft, digest)
    if (!planned.ok) return planned
    const gate = await proposals.gate(caller, this.#rules.proposal, { draft, digest, reason }, reason)
    if (gate !== null) return gate
    return this.#publish(draft, digest, { actor: await actorOf(this.#ports, caller), reason, key: null })
  }

  /** The entry of what was done with a draft, or with what was published of it. */
  audit(action: HouseAction, actor: ActingOperator, body: Body, digest: string, reason = ''): AuditEntry {
    return { actor, action, subject: this.#rules.subject(body), reason, detail: this.#detail(body, digest) }
  }

  async view(draft: Draft): Promise<View> {
    const [view] = await this.#rules.views([draft])
    if (view === undefined) throw new Error('a draft without a view')
    return view
  }

  /** What a second person reads before it is in force: every term, and every text. */
  #detail(body: Body, digest: string): Record<string, string> {
    const { text } = this.#rules
    const terms = Object.entries(body).filter(([name]) => name !== text.name)
    const plain = terms.map(([name, value]) => [name, String(value)])
    const texts = Object.entries(text.of(body)).map(([locale, written]) => [`${text.name} ${locale}`, written ?? ''])
    return { ...Object.fromEntries(plain), ...Object.fromEntries(texts), digest }
  }

  async #named(text: string): Promise<Outcome<Draft>> {
    const { database, ids } = this.#ports
    const { idKind, kind, reasons } = this.#rules
    const id = ids.read(idKind, text)
    const draft = id === null ? null : await findDraft(database, kind, id)
    if (draft === null) return refused(reasons.unknown)
    return draft.published ? refused(reasons.published) : done(draft)
  }

  async #plan(
    id: number,
    digest: string,
  ): Promise<Outcome<{ readonly draft: Draft; readonly body: Body; readonly command: Command }>> {
    const { alsoRead, command, kind, read, reasons, text } = this.#rules
    const draft = await findDraft(this.#ports.database, kind, id)
    if (draft === null) return refused(reasons.unknown)
    if (draft.published) return refused(reasons.published)
    if (draft.digest !== digest) return refused('proposal_changed')
    const body = read(draft)
    if (textIn(text.of(body), 'en') === '') return refused(reasons.textMissing)
    const words = promiseIn([...alsoRead(body), ...Object.values(text.of(body))].join('\n'))
    if (words !== null) return refused('promise_made', { words })
    const wanted = command(body, { text: id, digest })
    return wanted.ok ? done({ draft, body, command: wanted.data }) : wanted
  }

  #publish(id: number, digest: string, deed: Deed): Promise<Outcome<View>> {
    return this.#turns.take(id, () => this.#publishInTurn(id, digest, deed))
  }

  async #publishInTurn(id: number, digest: string, { actor, reason, key }: Deed): Promise<Outcome<View>> {
    const { database, exchange, reads } = this.#ports
    const { actions, isPublished, reasons } = this.#rules
    const planned = await this.#plan(id, digest)
    if (!planned.ok) return planned
    // done before, by a call whose end nobody heard; one with a key is answered by the engine
    await reads.current()
    if (key === null && (await isPublished(id))) {
      await markPublished(database, id)
      return refused(reasons.published)
    }
    const { draft, body, command } = planned.data
    // the entry stands before the deed: nothing that the engine does for an operator is without one
    const noted = await database.transaction((client) =>
      appendAudit(client, this.audit(actions.published, actor, body, digest, reason)),
    )
    const published = await exchange.command(house, command, key ?? deedKey(noted))
    if (!published.ok) {
      const entry = this.audit(actions.refused, actor, body, digest, published.reason)
      await database.transaction((client) => appendAudit(client, entry))
      return refused(published.reason, published.params)
    }
    await markPublished(database, id)
    await reads.current()
    return done(await this.view({ ...draft, published: true }))
  }
}
