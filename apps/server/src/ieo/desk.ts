import { ieoTermsHold, passesOf, type IeoTerms } from '@truemark/core/ieo/terms'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import type { HouseAction } from '@truemark/protocol/auditActions'
import {
  type DeskIeoProject,
  type IeoAllocation,
  type IeoDraftBody,
  deskIeoRoutes as routes,
} from '@truemark/protocol/routes/deskIeo'
import { pageLimit } from '@truemark/protocol/values'
import { promiseIn } from '@truemark/protocol/wording'
import * as z from 'zod/mini'
import { house } from '../engine/door.ts'
import {
  type Draft,
  changeDraft,
  dropDraft,
  findDraft,
  findDrafts,
  findDraftsById,
  insertDraft,
  markPublished,
  textIn,
} from '../invest/door.ts'
import { type ActingOperator, type AuditEntry, actorOf, appendAudit, deedKey, noteReading } from '../operator/door.ts'
import { type Outcome, type RequestKey, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { Turns } from '../platform/turns.ts'
import type { IeoPorts } from './ports.ts'
import { bodyOf } from './routes.ts'
import { phaseOf, quantityText, usdtAmount } from './shape.ts'
import { type ProjectRow, findLaunched, findProject, findUsers } from './store.ts'

const usdtScale = 6
const allocationShown = 100
const allocationRead = 1_000_000

/** Binds the desk's work on launches: drafts, launching and calling off by two people, the allocation's preview. */
export function bindIeoDesk(gateway: Gateway, ports: IeoPorts): void {
  const { database, ids, reads } = ports
  definePublishing(ports)
  gateway.bind(routes.deskIeo, async ({ query }) => {
    const before = query.cursor === undefined ? null : ids.read('ieoDraft', query.cursor)
    if (query.cursor !== undefined && before === null) return refused('field_malformed', { field: 'cursor' })
    await reads.current()
    const limit = pageLimit(query.limit)
    const drafts = await findDrafts(database, 'ieo', before, limit)
    const items = await shapesOf(ports, drafts)
    return done({ items, cursor: drafts.length === limit ? (items.at(-1)?.draft_id ?? null) : null })
  })
  bindDrafts(gateway, ports)
  gateway.bind(routes.deskIeoLaunch, async ({ caller, params, body }) => {
    const id = ids.read('ieoDraft', params.id)
    if (id === null) return refused('ieo_draft_unknown')
    const planned = await planOf(ports, id, body.digest)
    if (!planned.ok) return planned
    const gate = await ports.proposals.gate(caller, 'ieo_launch', { draft: id, ...body }, body.reason)
    if (gate !== null) return gate
    const deed = { actor: await actorOf(ports, caller), reason: body.reason, key: null }
    return launch(ports, id, body.digest, deed)
  })
  gateway.bind(routes.deskIeoCancel, async ({ caller, params, body }) => {
    const found = await cancelable(ports, ids.read('ieoProject', params.id))
    if (!found.ok) return found
    const project = found.data.row.project
    const gate = await ports.proposals.gate(caller, 'ieo_cancel', { project, reason: body.reason }, body.reason)
    if (gate !== null) return gate
    return cancel(ports, project, { actor: await actorOf(ports, caller), reason: body.reason, key: null })
  })
  gateway.bind(routes.deskIeoAllocation, async ({ caller, params }) => {
    await reads.current()
    const id = ids.read('ieoProject', params.id)
    const row = id === null ? null : await findProject(database, id)
    if (row === null) return refused('ieo_project_unknown')
    const allocation = await allocationOf(ports, row)
    const shown = allocation.items.map(({ uid }) => uid)
    const actor = await actorOf(ports, caller)
    await database.transaction((client) =>
      noteReading(client, { actor, action: 'ieo_allocation_read', shown, touched: shown }),
    )
    return done(allocation)
  })
}

function definePublishing(ports: IeoPorts): void {
  const { proposals } = ports
  proposals.define('ieo_launch', {
    access: 'desk_market_write',
    payload: z.object({ draft: z.int(), digest: z.string(), reason: z.string() }),
    plan: async ({ draft, digest }) => {
      const planned = await planOf(ports, draft, digest)
      if (!planned.ok) return planned
      return done({ subject: planned.data.body.name, detail: detailOf(planned.data.body, digest) })
    },
    after: ({ draft, digest, reason }, { actor, key }) => launch(ports, draft, digest, { actor, reason, key }),
  })
  proposals.define('ieo_cancel', {
    access: 'desk_market_write',
    payload: z.object({ project: z.int(), reason: z.string() }),
    plan: async ({ project }) => {
      const found = await cancelable(ports, project)
      if (!found.ok) return found
      return done({ subject: found.data.body.name, detail: { phase: 'open → canceled' } })
    },
    after: ({ project, reason }, { actor, key }) => cancel(ports, project, { actor, reason, key }),
  })
}

function bindDrafts(gateway: Gateway, ports: IeoPorts): void {
  const { database, now } = ports
  gateway.bind(routes.deskIeoDraftMake, async ({ caller, body }) => {
    const terms = termsOf(ports, body, { text: 1, digest: '-' })
    if (!terms.ok) return terms
    const actor = await actorOf(ports, caller)
    const draft = await database.transaction(async (client) => {
      const made = await insertDraft(client, 'ieo', JSON.stringify(body), { name: actor.name, at: now() })
      await appendAudit(client, audit('ieo_draft_written', actor, body, made.digest))
      return made
    })
    return done(await shapeOf(ports, draft))
  })
  gateway.bind(routes.deskIeoDraftChange, async ({ caller, params, body }) => {
    const found = await draftNamed(ports, params.id)
    if (!found.ok) return found
    const terms = termsOf(ports, body, { text: 1, digest: '-' })
    if (!terms.ok) return terms
    const actor = await actorOf(ports, caller)
    const draft = await database.transaction(async (client) => {
      const changed = await changeDraft(client, found.data.id, JSON.stringify(body), { name: actor.name, at: now() })
      if (changed !== null) await appendAudit(client, audit('ieo_draft_written', actor, body, changed.digest))
      return changed
    })
    return draft === null ? refused('ieo_draft_published') : done(await shapeOf(ports, draft))
  })
  gateway.bind(routes.deskIeoDraftDrop, async ({ caller, params }) => {
    const found = await draftNamed(ports, params.id)
    if (!found.ok) return found
    const actor = await actorOf(ports, caller)
    const dropped = await database.transaction(async (client) => {
      if (!(await dropDraft(client, found.data.id))) return false
      await appendAudit(client, audit('ieo_draft_dropped', actor, bodyOf(found.data), found.data.digest))
      return true
    })
    return dropped ? done(null) : refused('ieo_draft_published')
  })
}

async function draftNamed({ database, ids }: IeoPorts, text: string): Promise<Outcome<Draft>> {
  const id = ids.read('ieoDraft', text)
  const draft = id === null ? null : await findDraft(database, 'ieo', id)
  if (draft === null) return refused('ieo_draft_unknown')
  return draft.published ? refused('ieo_draft_published') : done(draft)
}

/** What a second person reads before it is announced. */
function detailOf(body: IeoDraftBody, digest: string): Record<string, string> {
  const { description, ...terms } = body
  const plain = Object.entries(terms).map(([name, value]) => [name, String(value)])
  const texts = Object.entries(description).map(([locale, text]) => [`description ${locale}`, text ?? ''])
  return { ...Object.fromEntries(plain), ...Object.fromEntries(texts), digest }
}

function audit(
  action: HouseAction,
  actor: ActingOperator,
  body: IeoDraftBody,
  digest: string,
  reason = '',
): AuditEntry {
  return { actor, action, subject: body.name, reason, detail: detailOf(body, digest) }
}

// null where it is no whole number of pieces
function wholeParts(quantity: bigint | null, part: bigint): number | null {
  if (quantity === null || part <= 0n || quantity % part !== 0n) return null
  const parts = quantity / part
  return parts > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(parts)
}

/** The engine's terms of what an operator wrote: every price exact, every quantity a whole number of passes. */
function termsOf(
  { catalogue, now }: IeoPorts,
  body: IeoDraftBody,
  { text, digest }: { readonly text: number; readonly digest: string },
): Outcome<IeoTerms> {
  const coin = catalogue.currencyByCode(body.currency)
  if (coin === undefined) return refused('currency_unknown')
  const price = parseDecimal(body.price, usdtScale)
  const passQuantity = parseDecimal(body.pass_quantity, coin.scale)
  if (price === null || passQuantity === null) return refused('field_malformed')
  const unit = 10n ** BigInt(coin.scale)
  const passes = (quantity: string): number | null => wholeParts(parseDecimal(quantity, coin.scale), passQuantity)
  const supply = passes(body.supply)
  const applicationMin = passes(body.application_min)
  const holderMax = passes(body.application_max)
  if (supply === null || applicationMin === null || holderMax === null) return refused('ieo_terms_invalid')
  if ((price * passQuantity) % unit !== 0n) return refused('ieo_terms_invalid')
  const terms: IeoTerms = {
    realm: body.realm,
    currency: coin.id,
    passQuantity,
    passPrice: (price * passQuantity) / unit,
    supply,
    applicationMin,
    holderMax,
    opensAt: body.opens,
    closesAt: body.closes,
    marketAt: body.time_to_market,
    text,
    digest,
  }
  return ieoTermsHold(terms, catalogue.currencies.length, now()) ? done(terms) : refused('ieo_terms_invalid')
}

interface Planned {
  readonly draft: Draft
  readonly body: IeoDraftBody
  readonly terms: IeoTerms
}

async function planOf(ports: IeoPorts, id: number, digest: string): Promise<Outcome<Planned>> {
  const draft = await findDraft(ports.database, 'ieo', id)
  if (draft === null) return refused('ieo_draft_unknown')
  if (draft.published) return refused('ieo_draft_published')
  if (draft.digest !== digest) return refused('proposal_changed')
  const body = bodyOf(draft)
  if (textIn(body.description, 'en') === '') return refused('ieo_text_missing')
  const words = promiseIn([body.name, ...Object.values(body.description)].join('\n'))
  if (words !== null) return refused('promise_made', { words })
  const terms = termsOf(ports, body, { text: id, digest })
  return terms.ok ? done({ draft, body, terms: terms.data }) : terms
}

interface Deed {
  readonly actor: ActingOperator
  readonly reason: string
  readonly key: RequestKey | null
}

/** Of twenty who launch a draft at once, one does: the next looks at the draft only when that is done. */
const turns = new Turns()

function launch(ports: IeoPorts, id: number, digest: string, deed: Deed): Promise<Outcome<DeskIeoProject>> {
  return turns.take(id, () => launchInTurn(ports, id, digest, deed))
}

async function launchInTurn(
  ports: IeoPorts,
  id: number,
  digest: string,
  { actor, reason, key }: Deed,
): Promise<Outcome<DeskIeoProject>> {
  const { database, exchange, reads } = ports
  const planned = await planOf(ports, id, digest)
  if (!planned.ok) return planned
  // done before, by a call whose end nobody heard; one with a key is answered by the engine
  await reads.current()
  if (key === null && (await findLaunched(database, [id])).size > 0) {
    await markPublished(database, id)
    return refused('ieo_draft_published')
  }
  const { draft, body, terms } = planned.data
  // the entry stands before the deed: nothing that the engine does for an operator is without one
  const noted = await database.transaction((client) =>
    appendAudit(client, audit('ieo_launched', actor, body, digest, reason)),
  )
  const launched = await exchange.command(house, { type: 'launchIeo', terms }, key ?? deedKey(noted))
  if (!launched.ok) {
    const entry = audit('ieo_launch_refused', actor, body, digest, launched.reason)
    await database.transaction((client) => appendAudit(client, entry))
    return refused(launched.reason, launched.params)
  }
  await markPublished(database, id)
  await reads.current()
  return done(await shapeOf(ports, { ...draft, published: true }))
}

async function cancelable(ports: IeoPorts, id: number | null) {
  await ports.reads.current()
  const row = id === null ? null : await findProject(ports.database, id)
  if (row === null) return refused('ieo_project_unknown')
  if (row.canceled || row.ended) return refused('ieo_window_closed')
  const draft = (await findDraftsById(ports.database, [row.draft])).get(row.draft)
  return draft === undefined ? refused('ieo_project_unknown') : done({ row, draft, body: bodyOf(draft) })
}

async function cancel(
  ports: IeoPorts,
  project: number,
  { actor, reason, key }: Deed,
): Promise<Outcome<DeskIeoProject>> {
  const { database, exchange, reads } = ports
  const found = await cancelable(ports, project)
  if (!found.ok) return found
  const { draft, body } = found.data
  const entry = audit('ieo_canceled', actor, body, draft.digest, reason)
  const noted = await database.transaction((client) => appendAudit(client, entry))
  const canceled = await exchange.command(house, { type: 'cancelIeo', project }, key ?? deedKey(noted))
  if (!canceled.ok) return refused(canceled.reason, canceled.params)
  await reads.current()
  return done(await shapeOf(ports, draft))
}

async function shapesOf(ports: IeoPorts, drafts: readonly Draft[]): Promise<DeskIeoProject[]> {
  const { catalogue, database, ids, now } = ports
  const launched = await findLaunched(
    database,
    drafts.map(({ id }) => id),
  )
  return drafts.map((draft) => {
    const body = bodyOf(draft)
    const row = launched.get(draft.id)
    const terms = termsOf({ ...ports, now: () => 0 }, body, { text: 1, digest: '-' })
    const phase = row === undefined ? 'draft' : phaseOf(row, now(), false)
    return {
      draft_id: ids.write('ieoDraft', draft.id),
      ...body,
      pass_price: usdtAmount(catalogue, row?.passPrice ?? (terms.ok ? terms.data.passPrice : 0n)),
      phase,
      project_id: row === undefined ? null : ids.write('ieoProject', row.project),
      applications: row === undefined ? '0' : quantityText(catalogue, row, row.applied),
      passes: row?.ended === true ? quantityText(catalogue, row, row.passes) : null,
      digest: draft.digest,
      written_by: draft.writtenBy,
      updated: draft.updatedAt,
    }
  })
}

async function shapeOf(ports: IeoPorts, draft: Draft): Promise<DeskIeoProject> {
  const [shape] = await shapesOf(ports, [draft])
  if (shape === undefined) throw new Error('a draft without a shape')
  return shape
}

/** What each would be allotted if the window ended now, by the rule that the engine goes by. */
async function allocationOf(ports: IeoPorts, row: ProjectRow): Promise<IeoAllocation> {
  const { catalogue, database, exchange, ids } = ports
  const ask = { type: 'ieoApplications', project: row.project, limit: allocationRead } as const
  const { applications } = await exchange.ask(house, ask)
  const inAll = applications.reduce((sum, one) => sum + one.applied, 0)
  const given = applications.map((one) =>
    one.state === 'allotted' ? one.passes : passesOf(one.applied, inAll, row.supply),
  )
  const passes = given.reduce((sum, one) => sum + one, 0)
  const users = await findUsers(
    database,
    applications.slice(0, allocationShown).map(({ holder }) => holder),
  )
  const quantity = (count: number): string => quantityText(catalogue, row, count)
  return {
    applications: quantity(inAll),
    supply: quantity(row.supply),
    passes: quantity(passes),
    left: quantity(row.supply - passes),
    proceeds: formatDecimal(row.passPrice * BigInt(passes), usdtScale),
    count: applications.length,
    items: applications.slice(0, allocationShown).map(({ holder, applied, amount }, at) => {
      const passesOfOne = given[at] ?? 0
      const cost = row.passPrice * BigInt(passesOfOne)
      return {
        uid: ids.write('user', users.get(holder) ?? 0),
        applications: quantity(applied),
        passes: quantity(passesOfOne),
        cost: usdtAmount(catalogue, cost),
        refund: usdtAmount(catalogue, amount - cost),
      }
    }),
  }
}
