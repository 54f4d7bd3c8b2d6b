import type { Listing } from '@truemark/core/book/listing'
import { investTermsHold, investedCurrency, saleEndOf, type InvestTerms } from '@truemark/core/invest/terms'
import { parseDecimal } from '@truemark/core/money/decimal'
import type { HouseAction } from '@truemark/protocol/auditActions'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import {
  type DeskInvestProduct,
  type InvestDraftBody,
  deskInvestRoutes as routes,
} from '@truemark/protocol/routes/deskInvest'
import { pageLimit } from '@truemark/protocol/values'
import { promiseIn } from '@truemark/protocol/wording'
import * as z from 'zod/mini'
import { house } from '../engine/door.ts'
import { type ActingOperator, type AuditEntry, actorOf, appendAudit, deedKey } from '../operator/door.ts'
import { type Outcome, type RequestKey, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { Turns } from '../platform/turns.ts'
import type { Caller } from '../platform/http/session.ts'
import {
  type Draft,
  changeDraft,
  dropDraft,
  findDraft,
  findDrafts,
  insertDraft,
  markPublished,
  textIn,
} from './drafts.store.ts'
import type { InvestPorts } from './ports.ts'
import { bodyOf } from './routes.ts'
import { rateScale } from './shape.ts'
import { type PublishedRow, findDraftOf, findPublished } from './store.ts'

/** Binds the desk's work on products: drafts, publishing by two people, and ending a sale. */
export function bindInvestDesk(gateway: Gateway, ports: InvestPorts): void {
  const { database, ids, proposals, reads } = ports
  proposals.define('invest_publish', {
    access: 'desk_market_write',
    payload: z.object({ draft: z.int(), digest: z.string(), reason: z.string() }),
    plan: async ({ draft: id, digest }) => {
      const planned = await planOf(ports, id, digest)
      if (!planned.ok) return planned
      return done({ subject: subjectOf(planned.data.body), detail: detailOf(planned.data.body, digest) })
    },
    after: ({ draft, digest, reason }, { actor, key }) => publish(ports, draft, digest, { actor, reason, key }),
  })
  gateway.bind(routes.deskInvest, async ({ query }) => {
    const before = query.cursor === undefined ? null : ids.read('investDraft', query.cursor)
    if (query.cursor !== undefined && before === null) return refused('field_malformed', { field: 'cursor' })
    await reads.current()
    const limit = pageLimit(query.limit)
    const drafts = await findDrafts(database, 'invest', before, limit)
    const items = await shapesOf(ports, drafts)
    return done({ items, cursor: drafts.length === limit ? (items.at(-1)?.draft_id ?? null) : null })
  })
  bindDrafts(gateway, ports)
  gateway.bind(routes.deskInvestPublish, async ({ caller, params, body }) => {
    const id = ids.read('investDraft', params.id)
    if (id === null) return refused('invest_draft_unknown')
    const planned = await planOf(ports, id, body.digest)
    if (!planned.ok) return planned
    const gate = await proposals.gate(caller, 'invest_publish', { draft: id, ...body }, body.reason)
    if (gate !== null) return gate
    const actor = await actorOf(ports, caller)
    return publish(ports, id, body.digest, { actor, reason: body.reason, key: null })
  })
  gateway.bind(routes.deskInvestClose, ({ caller, params, body }) => close(ports, caller, params.id, body.reason))
}

function bindDrafts(gateway: Gateway, ports: InvestPorts): void {
  const { database, now } = ports
  gateway.bind(routes.deskInvestDraftMake, async ({ caller, body }) => {
    const terms = termsOf(ports, body, { text: 1, digest: '-' })
    if (!terms.ok) return terms
    const actor = await actorOf(ports, caller)
    const draft = await database.transaction(async (client) => {
      const made = await insertDraft(client, 'invest', JSON.stringify(body), { name: actor.name, at: now() })
      await appendAudit(client, audit('invest_draft_written', actor, body, made.digest))
      return made
    })
    return done(await shapeOf(ports, draft))
  })
  gateway.bind(routes.deskInvestDraftChange, async ({ caller, params, body }) => {
    const found = await draftNamed(ports, params.id)
    if (!found.ok) return found
    const terms = termsOf(ports, body, { text: 1, digest: '-' })
    if (!terms.ok) return terms
    const actor = await actorOf(ports, caller)
    const draft = await database.transaction(async (client) => {
      const changed = await changeDraft(client, found.data.id, JSON.stringify(body), { name: actor.name, at: now() })
      if (changed !== null) await appendAudit(client, audit('invest_draft_written', actor, body, changed.digest))
      return changed
    })
    return draft === null ? refused('invest_draft_published') : done(await shapeOf(ports, draft))
  })
  gateway.bind(routes.deskInvestDraftDrop, async ({ caller, params }) => {
    const found = await draftNamed(ports, params.id)
    if (!found.ok) return found
    const actor = await actorOf(ports, caller)
    const dropped = await database.transaction(async (client) => {
      if (!(await dropDraft(client, found.data.id))) return false
      await appendAudit(client, audit('invest_draft_dropped', actor, bodyOf(found.data), found.data.digest))
      return true
    })
    return dropped ? done(null) : refused('invest_draft_published')
  })
}

async function draftNamed({ database, ids }: InvestPorts, text: string): Promise<Outcome<Draft>> {
  const id = ids.read('investDraft', text)
  const draft = id === null ? null : await findDraft(database, 'invest', id)
  if (draft === null) return refused('invest_draft_unknown')
  return draft.published ? refused('invest_draft_published') : done(draft)
}

function subjectOf({ symbol, direction, holding_period: days }: InvestDraftBody): string {
  return `${symbol} ${direction} ${days}`
}

/** What a second person reads before it is on sale: every term, and the source of the yield. */
function detailOf(body: InvestDraftBody, digest: string): Record<string, string> {
  const { yield_source: texts, ...terms } = body
  const plain = Object.entries(terms).map(([name, value]) => [name, String(value)])
  const sources = Object.entries(texts).map(([locale, text]) => [`yield_source ${locale}`, text ?? ''])
  return { ...Object.fromEntries(plain), ...Object.fromEntries(sources), digest }
}

function audit(
  action: HouseAction,
  actor: ActingOperator,
  body: InvestDraftBody,
  digest: string,
  reason = '',
): AuditEntry {
  return { actor, action, subject: subjectOf(body), reason, detail: detailOf(body, digest) }
}

/** The engine's terms of what an operator wrote; refused where they could not be published. */
export function termsOf(
  { catalogue, now }: Pick<InvestPorts, 'catalogue' | 'now'>,
  body: InvestDraftBody,
  { text, digest }: { readonly text: number; readonly digest: string },
): Outcome<InvestTerms> {
  const listing = catalogue.byCode(body.symbol)
  if (listing === undefined) return refused('symbol_unknown')
  const { scale } = catalogue.currency(investedCurrency(body.direction, listing))
  const referencePrice = parseDecimal(body.linked_reference_price, listing.priceDecimals)
  const annualRate = parseDecimal(body.annualized_return, rateScale)
  const sharePrice = parseDecimal(body.single_price, scale)
  if (referencePrice === null || annualRate === null || sharePrice === null) return refused('field_malformed')
  if (referencePrice > safeMax || annualRate > safeMax) return refused('invest_terms_invalid')
  const terms: InvestTerms = {
    realm: body.realm,
    listing: listing.id,
    direction: body.direction,
    referencePrice: Number(referencePrice),
    annualRate: Number(annualRate),
    days: body.holding_period,
    sharePrice,
    shares: body.shares,
    maturity: body.maturity_date,
    text,
    digest,
  }
  return investTermsHold(terms, listing, now()) ? done(terms) : refused('invest_terms_invalid')
}

const safeMax = BigInt(Number.MAX_SAFE_INTEGER)

interface Planned {
  readonly draft: Draft
  readonly body: InvestDraftBody
  readonly terms: InvestTerms
}

async function planOf(ports: InvestPorts, id: number, digest: string): Promise<Outcome<Planned>> {
  const draft = await findDraft(ports.database, 'invest', id)
  if (draft === null) return refused('invest_draft_unknown')
  if (draft.published) return refused('invest_draft_published')
  if (draft.digest !== digest) return refused('proposal_changed')
  const body = bodyOf(draft)
  if (textIn(body.yield_source, 'en') === '') return refused('invest_source_missing')
  const words = promiseIn(Object.values(body.yield_source).join('\n'))
  if (words !== null) return refused('promise_made', { words })
  const terms = termsOf(ports, body, { text: id, digest })
  return terms.ok ? done({ draft, body, terms: terms.data }) : terms
}

interface Deed {
  readonly actor: ActingOperator
  readonly reason: string
  readonly key: RequestKey | null
}

/** Of twenty who publish a draft at once, one does: the next looks at the draft only when that is done. */
const turns = new Turns()

function publish(ports: InvestPorts, id: number, digest: string, deed: Deed): Promise<Outcome<DeskInvestProduct>> {
  return turns.take(id, () => publishInTurn(ports, id, digest, deed))
}

async function publishInTurn(
  ports: InvestPorts,
  id: number,
  digest: string,
  { actor, reason, key }: Deed,
): Promise<Outcome<DeskInvestProduct>> {
  const { database, exchange, reads } = ports
  const planned = await planOf(ports, id, digest)
  if (!planned.ok) return planned
  // done before, by a call whose end nobody heard; one with a key is answered by the engine
  await reads.current()
  if (key === null && (await findPublished(database, [id])).size > 0) {
    await markPublished(database, id)
    return refused('invest_draft_published')
  }
  const { draft, body, terms } = planned.data
  // the entry stands before the deed: nothing that the engine does for an operator is without one
  const noted = await database.transaction((client) =>
    appendAudit(client, audit('invest_published', actor, body, digest, reason)),
  )
  const published = await exchange.command(house, { type: 'publishInvest', terms }, key ?? deedKey(noted))
  if (!published.ok) {
    const entry = audit('invest_publish_refused', actor, body, digest, published.reason)
    await database.transaction((client) => appendAudit(client, entry))
    return refused(published.reason, published.params)
  }
  await markPublished(database, id)
  await reads.current()
  return done(await shapeOf(ports, { ...draft, published: true }))
}

async function close(
  ports: InvestPorts,
  caller: Caller,
  text: string,
  reason: string,
): Promise<Outcome<AnswerOf<typeof routes.deskInvestClose>>> {
  const { database, exchange, ids, reads } = ports
  const product = ids.read('investProduct', text)
  if (product === null) return refused('invest_product_unknown')
  const id = await findDraftOf(database, product)
  const draft = id === null ? null : await findDraft(database, 'invest', id)
  if (draft === null) return refused('invest_product_unknown')
  const actor = await actorOf(ports, caller)
  const entry = audit('invest_closed', actor, bodyOf(draft), draft.digest, reason)
  const noted = await database.transaction((client) => appendAudit(client, entry))
  const closed = await exchange.command(house, { type: 'closeInvest', product }, deedKey(noted))
  if (!closed.ok) return refused(closed.reason, closed.params)
  await reads.current()
  return done(await shapeOf(ports, draft))
}

function listingOf({ catalogue }: InvestPorts, symbol: string): Listing {
  const listing = catalogue.byCode(symbol)
  if (listing === undefined) throw new Error(`a draft on ${symbol}, which is not listed`)
  return listing
}

function stateOf(row: PublishedRow | undefined, saleEnd: number, now: number): DeskInvestProduct['state'] {
  if (row === undefined) return 'draft'
  if (row.closed) return 'closed'
  return now < saleEnd ? 'on_sale' : 'ended'
}

async function shapesOf(ports: InvestPorts, drafts: readonly Draft[]): Promise<DeskInvestProduct[]> {
  const { catalogue, database, ids, now } = ports
  const published = await findPublished(
    database,
    drafts.map(({ id }) => id),
  )
  return drafts.map((draft) => {
    const body = bodyOf(draft)
    const row = published.get(draft.id)
    const saleEnd = saleEndOf({ maturity: body.maturity_date, days: body.holding_period })
    const currency = investedCurrency(body.direction, listingOf(ports, body.symbol))
    return {
      draft_id: ids.write('investDraft', draft.id),
      ...body,
      currency: catalogue.currency(currency).code,
      sale_end: Math.max(0, saleEnd),
      state: stateOf(row, saleEnd, now()),
      product_id: row === undefined ? null : ids.write('investProduct', row.product),
      sold: row?.sold ?? 0,
      digest: draft.digest,
      written_by: draft.writtenBy,
      updated: draft.updatedAt,
    }
  })
}

async function shapeOf(ports: InvestPorts, draft: Draft): Promise<DeskInvestProduct> {
  const [shape] = await shapesOf(ports, [draft])
  if (shape === undefined) throw new Error('a draft without a shape')
  return shape
}
