import type { Realm } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { dayMs } from '@truemark/core/money/units'
import type { ForecastRow } from '@truemark/protocol/routes/deskMining'
import { type Catalogue, house } from '../engine/door.ts'
import type { InvestPorts } from './ports.ts'

/** What investments that run will cost the pool, by day and currency: each pays one currency or the other. */
export function investForecast({
  catalogue,
  exchange,
}: Pick<InvestPorts, 'catalogue' | 'exchange'>): (realm: Realm) => Promise<readonly ForecastRow[]> {
  return async (realm) => {
    // money is put into real products alone
    if (realm !== 'real') return []
    const { maturities } = await exchange.ask(house, { type: 'investPromises' })
    return investForecastRows(catalogue, maturities)
  }
}

interface Promised {
  readonly maturity: number
  readonly listing: number
  readonly coin: bigint
  readonly usdt: bigint
}

/** The most that investments will cost, by the day of UTC and currency: what was promised is summed, each way. */
export function investForecastRows(
  catalogue: Pick<Catalogue, 'currency' | 'listing'>,
  maturities: readonly Promised[],
): ForecastRow[] {
  const sums = new Map<string, { date: number; currency: number; max: bigint }>()
  for (const { maturity, listing, coin, usdt } of maturities) {
    const { base, quote } = catalogue.listing(listing)
    const date = Math.floor(maturity / dayMs) * dayMs
    for (const [currency, amount] of [
      [base, coin],
      [quote, usdt],
    ] as const) {
      const sum = sums.get(`${date} ${currency}`) ?? { date, currency, max: 0n }
      sums.set(`${date} ${currency}`, { ...sum, max: sum.max + amount })
    }
  }
  return [...sums.values()].map(({ date, currency, max }) => {
    const { code, scale } = catalogue.currency(currency)
    return { date, product: 'invest', currency: code, min: '0', max: formatDecimal(max, scale), principal: '0' }
  })
}
