import type { Listing } from '@truemark/core/book/listing'
import { investTermsHold, investedCurrency, saleEndOf, type InvestTerms } from '@truemark/core/invest/terms'
import { parseDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import {
  type DeskInvestProduct,
  type InvestDraftBody,
  deskInvestRoutes as routes,
} from '@truemark/protocol/routes/deskInvest'
import { type Draft, type DraftRules, Drafts, wealthDrafts } from '../draft/door.ts'
import { actorOf, carryOut } from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import type { InvestPorts } from './ports.ts'
import { bodyOf } from './routes.ts'
import { type PublishedRow, findDraftOf, findPublished } from './store.ts'

type InvestDrafts = Drafts<InvestDraftBody, DeskInvestProduct>

/** Binds the desk's work on products: drafts, publishing by two people, and ending a sale. */
export function bindInvestDesk(gateway: Gateway, ports: InvestPorts): void {
  const drafts: InvestDrafts = new Drafts(ports, rulesOf(ports))
  gateway.bind(routes.deskInvest, ({ query }) => drafts.list(query, { group: 'invest', open: false }))
  gateway.bind(routes.deskInvestDraftMake, ({ caller, body }) => drafts.make(caller, body))
  gateway.bind(routes.deskInvestDraftChange, ({ caller, params, body }) => drafts.change(caller, params.id, body))
  gateway.bind(routes.deskInvestDraftDrop, ({ caller, params }) => drafts.drop(caller, params.id))
  gateway.bind(routes.deskInvestPublish, ({ caller, params, body }) => drafts.ask(caller, params.id, body))
  gateway.bind(routes.deskInvestClose, ({ caller, params, body }) =>
    close(ports, drafts, caller, params.id, body.reason),
  )
}

function rulesOf(ports: InvestPorts): DraftRules<InvestDraftBody, DeskInvestProduct, DeskInvestProduct> {
  return {
    table: wealthDrafts,
    groups: ['invest'],
    groupOf: () => 'invest',
    idKind: 'investDraft',
    proposal: 'invest_publish',
    reasons: { unknown: 'invest_draft_unknown', published: 'invest_draft_published' },
    actions: {
      written: 'invest_draft_written',
      dropped: 'invest_draft_dropped',
      published: 'invest_published',
      refused: 'invest_publish_refused',
    },
    read: bodyOf,
    subject: ({ symbol, direction, holding_period: days }) => `${symbol} ${direction} ${days}`,
    texts: [{ name: 'yield_source', of: (body) => body.yield_source, missing: 'invest_source_missing' }],
    alsoRead: () => [],
    command(body, draft) {
      const terms = termsOf(ports, body, draft)
      return terms.ok ? done({ type: 'publishInvest', terms: terms.data }) : terms
    },
    isPublished: async (draft) => (await findPublished(ports.database, [draft])).size > 0,
    published: async (_, view) => done(await view()),
    views: (drafts) => shapesOf(ports, drafts),
  }
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

async function close(
  ports: InvestPorts,
  drafts: InvestDrafts,
  caller: Caller,
  text: string,
  reason: string,
): Promise<Outcome<AnswerOf<typeof routes.deskInvestClose>>> {
  const { database, ids } = ports
  const product = ids.read('investProduct', text)
  if (product === null) return refused('invest_product_unknown')
  const id = await findDraftOf(database, product)
  const draft = id === null ? null : await wealthDrafts.find(database, id)
  if (draft === null) return refused('invest_product_unknown')
  const actor = await actorOf(ports, caller)
  const entry = drafts.audit('invest_closed', actor, bodyOf(draft), draft.digest, reason)
  const closed = await carryOut(ports, { type: 'closeInvest', product }, entry, null)
  if (!closed.ok) return closed
  await ports.reads.current()
  return done(await drafts.view(draft))
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
