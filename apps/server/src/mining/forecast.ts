import type { Realm } from '@truemark/core/ledger/holders'
import type { ForecastDay } from '@truemark/core/mining/view'
import { formatDecimal } from '@truemark/core/money/decimal'
import { dayMs } from '@truemark/core/money/units'
import type { ForecastRow } from '@truemark/protocol/routes/deskMining'
import { type Catalogue, house } from '../engine/door.ts'
import type { MiningPorts } from './ports.ts'

/** What mining that runs will cost the pool, and the principal that gets free, by day and currency. */
export function miningForecast({
  catalogue,
  exchange,
}: Pick<MiningPorts, 'catalogue' | 'exchange'>): (realm: Realm) => Promise<readonly ForecastRow[]> {
  return async (realm) => {
    const { days } = await exchange.ask(house, { type: 'miningForecast', realm })
    return days.map((day) => miningForecastRow(catalogue, day))
  }
}

/** A day's income is credited when the day ends, and so falls due on the next. */
export function miningForecastRow(
  catalogue: Pick<Catalogue, 'currency'>,
  { currency, day, incomeMin, incomeMax, principal }: ForecastDay,
): ForecastRow {
  const { code, scale } = catalogue.currency(currency)
  return {
    date: (day + 1) * dayMs,
    product: 'mining',
    currency: code,
    min: formatDecimal(incomeMin, scale),
    max: formatDecimal(incomeMax, scale),
    principal: formatDecimal(principal, scale),
  }
}
