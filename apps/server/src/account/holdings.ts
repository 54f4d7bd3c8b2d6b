import { formatDecimal } from '@truemark/core/money/decimal'
import { type Hold, holdingRoutes } from '@truemark/protocol/routes/holdings'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageIn } from '../platform/http/page.ts'
import { holdCause } from './causes.ts'
import { profitByDay } from './profit.ts'
import { readAtOnce } from './profit.store.ts'
import { worthOver } from './worthHistory.ts'
import { worthPrices } from './worthSweep.ts'
import { usdtText } from './worth.ts'
import type { AccountPorts } from './ports.ts'
import { sourceOf } from '../engine/door.ts'

/** Binds what tells of holdings: locked parts by cause, the worth over time, and the profit of days. */
export function bindHoldings(gateway: Gateway, ports: AccountPorts): void {
  const { catalogue, exchange, ids } = ports
  gateway.bind(holdingRoutes.holds, async ({ caller, query }) => {
    const wanted = query.currency === undefined ? undefined : catalogue.currencyByCode(query.currency)?.id
    if (query.currency !== undefined && wanted === undefined) return refused('field_malformed')
    const { holds } = await exchange.ask(sourceOf(caller), { type: 'holds', holder: caller.holder })
    const held = holds
      .filter(({ account }) => query.type === undefined || account === query.type)
      .filter(({ currency }) => wanted === undefined || currency === wanted)
    const page = pageIn(held, query, (one) => `${one.cause} ${one.ref} ${one.account} ${one.currency} ${one.listing}`)
    if (page === null) return refused('field_malformed', { field: 'cursor' })
    const items = page.items.map((hold): Hold => {
      const { code, scale } = catalogue.currency(hold.currency)
      const listing = hold.listing === 0 ? undefined : catalogue.listings[hold.listing - 1]
      return {
        hold: hold.cause,
        account: hold.account,
        currency: code,
        amount: formatDecimal(hold.amount, scale),
        symbol: listing?.code ?? '',
        since: hold.since === 0 ? null : hold.since,
        cause: holdCause(ids, hold),
      }
    })
    return done({ items, cursor: page.cursor, time: ports.now() })
  })
  const text = (units: bigint): string => usdtText(catalogue, units)
  const scaleOf = (currency: number): number => catalogue.currency(currency).scale
  gateway.bind(holdingRoutes.worth, async ({ caller, query }) => {
    await ports.reads.settled(caller.holder)
    const options = { holder: caller.holder, span: query.span ?? 'month', now: ports.now(), scaleOf, text } as const
    const prices = await worthPrices(ports)
    const course = await readAtOnce(ports.database, (view) => worthOver(view, { ...options, prices }))
    return done({ ...course, simulated: ports.simulated() })
  })
  gateway.bind(holdingRoutes.profit, async ({ caller, query }) => {
    await ports.reads.settled(caller.holder)
    const options = { holder: caller.holder, days: Number(query.days ?? '30'), now: ports.now(), scaleOf, text }
    const prices = await worthPrices(ports)
    const items = await readAtOnce(ports.database, (view) => profitByDay(view, { ...options, prices }))
    return done({ items, simulated: ports.simulated() })
  })
}
