import type { Answer } from '@truemark/core/answer'
import type { Command } from '@truemark/core/vocabulary'
import type { HouseAction } from '@truemark/protocol/auditActions'
import type { Reason } from '@truemark/protocol/errors'
import type { ProposalKindName } from '@truemark/protocol/routes/deskProposals'
import { promiseIn } from '@truemark/protocol/wording'
import * as z from 'zod/mini'
import type { SlicePorts } from '../engine/door.ts'
import {
  type ActingOperator,
  type AuditEntry,
  type Deed,
  type Proposals,
  actorOf,
  appendAudit,
  carryOut,
} from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import type { Caller } from '../platform/http/session.ts'
import { Turns } from '../platform/turns.ts'
import type { IdKind } from '../platform/publicId.ts'
import { type Draft, type DraftTable, textIn } from './store.ts'

/** What drafts stand on. */
export interface DraftPorts extends SlicePorts {
  readonly proposals: Proposals
  readonly now: () => number
}

/** A text of a body in several languages, which must be there in English. */
interface RequiredText<Body> {
  readonly name: keyof Body & string
  readonly of: (body: Body) => Readonly<Partial<Record<string, string>>>
  readonly missing: Reason
}

/** What one kind of product says of its drafts: how they are called, what they must hold, what is published of them. */
export interface DraftRules<Body extends object, View extends { readonly draft_id: string }, Result> {
  readonly table: DraftTable
  /** Among which drafts of the table they stand, and among which one with this body. */
  readonly groups: readonly (string | number)[]
  readonly groupOf: (body: Body) => string | number
  readonly idKind: Extract<IdKind, `${string}Draft`>
  /** What two people decide on. */
  readonly proposal: ProposalKindName
  readonly reasons: { readonly unknown: Reason; readonly published: Reason }
  readonly actions: Readonly<Record<'written' | 'dropped' | 'published' | 'refused', HouseAction>>
  readonly read: (draft: Pick<Draft, 'body'>) => Body
  /** What it is about, for the audit log and for a second person. */
  readonly subject: (body: Body) => string
  /** The texts that must be there in English, in the order in which they are asked for; the rest of a body are its terms. */
  readonly texts: readonly RequiredText<Body>[]
  /** What else people will read of it. */
  readonly alsoRead: (body: Body) => readonly string[]
  /** What the engine is told; refused where the figures could not hold. */
  readonly command: (body: Body, draft: { readonly text: number; readonly digest: string }) => Outcome<Command>
  /** Whether the engine has it already. */
  readonly isPublished: (draft: number, body: Body) => Promise<boolean>
  /** What whoever published it is answered with. */
  readonly published: (answer: Answer, view: () => Promise<View>) => Promise<Outcome<Result>>
  readonly views: (drafts: readonly Draft[]) => Promise<View[]>
}

/** Drafts of one kind of product: operators write them, two put one in force, and from then on its terms never change. */
export class Drafts<Body extends object, View extends { readonly draft_id: string }, Result = View> {
  readonly #ports: DraftPorts
  readonly #rules: DraftRules<Body, View, Result>
  /** Of twenty who publish a draft at once, one does: the next looks at the draft only when that is done. */
  readonly #turns = new Turns()

  constructor(ports: DraftPorts, rules: DraftRules<Body, View, Result>) {
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

  /** The drafts of a group, newest first: with what has been published of them, or those alone that are `open`. */
  async list(
    query: { readonly cursor?: string | undefined; readonly limit?: string | undefined },
    of: { readonly group: string | number; readonly open: boolean },
  ) {
    const { database, ids, reads } = this.#ports
    const { idKind, table, views } = this.#rules
    const place = placeIn(ids, idKind, query)
    if (place === null) return refused('field_malformed', { field: 'cursor' })
    await reads.current()
    return pageAtPlace(await views(await table.list(database, of, place)), place, ({ draft_id }) => draft_id)
  }

  /** Keeps a new draft, whose figures could hold. */
  async make(caller: Caller, body: Body): Promise<Outcome<View>> {
    const { database, now } = this.#ports
    const { actions, command, groupOf, table } = this.#rules
    const wanted = command(body, { text: 1, digest: '-' })
    if (!wanted.ok) return wanted
    const actor = await actorOf(this.#ports, caller)
    const draft = await database.transaction(async (client) => {
      const made = await table.insert(client, groupOf(body), JSON.stringify(body), { name: actor.name, at: now() })
      await appendAudit(client, this.audit(actions.written, actor, body, made.digest))
      return made
    })
    return done(await this.view(draft))
  }

  /** Writes a draft anew. */
  async change(caller: Caller, id: string, body: Body): Promise<Outcome<View>> {
    const { database, now } = this.#ports
    const { actions, command, groupOf, reasons, table } = this.#rules
    const found = await this.#named(id)
    if (!found.ok) return found
    const wanted = command(body, { text: 1, digest: '-' })
    if (!wanted.ok) return wanted
    const actor = await actorOf(this.#ports, caller)
    const draft = await database.transaction(async (client) => {
      const by = { name: actor.name, at: now() }
      const changed = await table.change(client, found.data.id, groupOf(body), JSON.stringify(body), by)
      if (changed !== null) await appendAudit(client, this.audit(actions.written, actor, body, changed.digest))
      return changed
    })
    return draft === null ? refused(reasons.published) : done(await this.view(draft))
  }

  /** Throws a draft away. */
  async drop(caller: Caller, id: string): Promise<Outcome<null>> {
    const { actions, read, reasons, table } = this.#rules
    const found = await this.#named(id)
    if (!found.ok) return found
    const { data: draft } = found
    const actor = await actorOf(this.#ports, caller)
    const dropped = await this.#ports.database.transaction(async (client) => {
      if (!(await table.drop(client, draft.id))) return false
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
  ): Promise<Outcome<Result>> {
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
    const { texts } = this.#rules
    const terms = Object.entries(body).filter(([name]) => texts.every((text) => text.name !== name))
    const written = texts.flatMap(({ name, of }) =>
      Object.entries(of(body)).map(([locale, text]) => [`${name} ${locale}`, text ?? '']),
    )
    const plain = terms.map(([name, value]) => [name, String(value ?? '')])
    return { ...Object.fromEntries(plain), ...Object.fromEntries(written), digest }
  }

  async #named(text: string): Promise<Outcome<Draft>> {
    const { idKind, reasons } = this.#rules
    const id = this.#ports.ids.read(idKind, text)
    const draft = id === null ? null : await this.#find(id)
    if (draft === null) return refused(reasons.unknown)
    return draft.published ? refused(reasons.published) : done(draft)
  }

  // in a table that several kinds share, a draft of another kind is none
  async #find(id: number): Promise<Draft | null> {
    const { groups, table } = this.#rules
    const draft = await table.find(this.#ports.database, id)
    return draft !== null && groups.includes(draft.group) ? draft : null
  }

  async #plan(
    id: number,
    digest: string,
  ): Promise<Outcome<{ readonly draft: Draft; readonly body: Body; readonly command: Command }>> {
    const { alsoRead, command, read, reasons, texts } = this.#rules
    const draft = await this.#find(id)
    if (draft === null) return refused(reasons.unknown)
    if (draft.published) return refused(reasons.published)
    if (draft.digest !== digest) return refused('proposal_changed')
    const body = read(draft)
    const missing = texts.find(({ of }) => textIn(of(body), 'en') === '')
    if (missing !== undefined) return refused(missing.missing)
    const words = promiseIn([...alsoRead(body), ...texts.flatMap(({ of }) => Object.values(of(body)))].join('\n'))
    if (words !== null) return refused('promise_made', { words })
    const wanted = command(body, { text: id, digest })
    return wanted.ok ? done({ draft, body, command: wanted.data }) : wanted
  }

  #publish(id: number, digest: string, deed: Deed): Promise<Outcome<Result>> {
    return this.#turns.take(id, () => this.#publishInTurn(id, digest, deed))
  }

  async #publishInTurn(id: number, digest: string, { actor, reason, key }: Deed): Promise<Outcome<Result>> {
    const { database, reads } = this.#ports
    const { actions, isPublished, published, reasons, table } = this.#rules
    // done before, by a call whose end nobody heard or that a crash cut off; the engine knows, whatever is in force by now
    await reads.current()
    const found = await this.#find(id)
    if (found !== null && (await isPublished(id, this.#rules.read(found)))) {
      await table.markPublished(database, id)
      return refused(reasons.published)
    }
    const planned = await this.#plan(id, digest)
    if (!planned.ok) return planned
    const { draft, body, command } = planned.data
    const entry = this.audit(actions.published, actor, body, digest, reason)
    const carried = await carryOut(this.#ports, command, entry, key, actions.refused)
    if (!carried.ok) return carried
    await table.markPublished(database, id)
    await reads.current()
    return published(carried.data, () => this.view({ ...draft, published: true }))
  }
}
