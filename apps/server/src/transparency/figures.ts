import { realms } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { dayMs, rateScale } from '@truemark/core/money/units'
import { type FundingLine, transparencyRoutes as routes } from '@truemark/protocol/routes/transparency'
import { pageLimit } from '@truemark/protocol/values'
import { countLosing } from '../account/door.ts'
import { house } from '../engine/door.ts'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import {
  countPayoutAnswers,
  countWaitingAges,
  countWithdrawals,
  payoutAnswerMs,
  withdrawalStatuses,
} from '../wallet/door.ts'
import { type FundingRow, findFundingRates, fundingNumber } from '../derivative/door.ts'
import type { TransparencyPorts } from './ports.ts'

const days = 90
const freshForMs = 5_000
/** Fewer people than this are no statistics. */
const peopleMin = 10

/** Binds what anyone may read of funding, of the house's own result and of withdrawals. */
export function bindFigures(gateway: Gateway, ports: TransparencyPorts): void {
  const { catalogue, database, now } = ports
  gateway.bind(routes.fundingsPublic, async ({ query }) => {
    const listing = catalogue.byCode(query.symbol)
    if (listing === undefined) return refused('symbol_unknown')
    const before = query.cursor === undefined ? undefined : Number(query.cursor)
    if (before !== undefined && !Number.isSafeInteger(before)) return refused('field_malformed')
    // both realms have a line at each stamp: none is torn apart by a page
    const limit = 2 * Math.ceil(pageLimit(query.limit) / 2)
    const at = before === undefined ? { listing: listing.id } : { listing: listing.id, before }
    const rows = await findFundingRates(database, at, limit)
    const last = rows.at(-1)
    return done({
      items: rows.map((row) => lineOf(ports, row)),
      cursor: last !== undefined && rows.length === limit ? String(last.stamp) : null,
    })
  })
  const profits = kept(ports.houseProfits, now)
  gateway.bind(routes.housePublic, async () => done([...(await profits())]))
  const losses = kept(async () => {
    const found = await countLosing(database, Math.floor(now() / dayMs) - days + 1)
    // of a few people the share would tell of each of them
    const products = found.map((one) => ({ ...one, losing: one.people < peopleMin ? null : one.losing }))
    return { days, products }
  }, now)
  gateway.bind(routes.lossesPublic, async () => done(await losses()))
  const statistics = kept(async () => {
    const { view } = await ports.exchange.ask(house, { type: 'wallet', holder: 0 })
    const time = now()
    const place = (status: (typeof withdrawalStatuses)[number]): number => withdrawalStatuses.indexOf(status)
    const figures = await countWithdrawals(database, {
      from: time - days * dayMs,
      now: time,
      paid: place('paid'),
      rejected: place('rejected'),
      open: place('paid'),
    })
    const realm = realms.indexOf('real')
    const late = time - payoutAnswerMs
    const answers = await countPayoutAnswers(database, { from: time - days * dayMs, late, paid: place('paid'), realm })
    return {
      days,
      ...figures,
      rejected: [...figures.rejected],
      deadline: view.terms.reviewMs,
      ages: await countWaitingAges(database, { now: time, open: place('paid'), realm }),
      answers: { ...answers, days: Math.round(payoutAnswerMs / dayMs) },
    }
  }, now)
  gateway.bind(routes.withdrawalStatistics, async () => done(await statistics()))
}

function lineOf({ catalogue, ids, kind }: TransparencyPorts, row: FundingRow): FundingLine {
  const listing = catalogue.listing(row.listing)
  return {
    id: ids.write('funding', fundingNumber(row)),
    symbol: listing.code,
    realm: row.realm,
    time: row.stamp,
    rate: formatDecimal(row.rate, rateScale),
    premium: formatDecimal(row.premiumRate, rateScale),
    samples: row.samples,
    mark: formatDecimal(row.markTenths, listing.priceDecimals + 1),
    simulated: kind() !== 'live',
  }
}

/** Asks once for all who ask within five seconds: guests may ask as often as they like, and must not crowd the engine. */
export function kept<T>(ask: () => Promise<T>, now: () => number): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | null = null
  return () => {
    const at = now()
    if (last !== null && at - last.at < freshForMs) return last.answer
    const answer = ask()
    last = { at, answer }
    answer.catch(() => {
      last = null
    })
    return answer
  }
}
