import type { IeoProjectView } from '@truemark/core/ieo/view'
import type { Realm } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { dayMs, usdt } from '@truemark/core/money/units'
import type { ForecastRow } from '@truemark/protocol/routes/deskMining'
import { type Catalogue, house } from '../engine/door.ts'
import type { IeoPorts } from './ports.ts'

/** What launches will cost the pool: the coin on the day that it is delivered; and the money that gets free before. */
export function ieoForecast({
  catalogue,
  exchange,
}: Pick<IeoPorts, 'catalogue' | 'exchange'>): (realm: Realm) => Promise<readonly ForecastRow[]> {
  return async (realm) => {
    const { projects } = await exchange.ask(house, { type: 'ieoProjects', realm, holder: 0 })
    return projects.flatMap(({ view }) => ieoForecastRows(catalogue, view))
  }
}

/** What a launch will cost the pool, at most and where its window has ended for certain, and what gets free when it ends. */
export function ieoForecastRows(
  catalogue: Pick<Catalogue, 'currency'>,
  { terms, phase, owed, applied }: Pick<IeoProjectView, 'terms' | 'phase' | 'owed' | 'applied'>,
): ForecastRow[] {
  const rows: ForecastRow[] = []
  const day = (time: number): number => Math.floor(time / dayMs) * dayMs
  const coin = catalogue.currency(terms.currency)
  if (owed > 0n) {
    const max = formatDecimal(owed, coin.scale)
    const min = phase === 'ended' ? max : '0'
    rows.push({ date: day(terms.marketAt), product: 'ieo', currency: coin.code, min, max, principal: '0' })
  }
  if (phase === 'announced' && applied > 0) {
    const { code, scale } = catalogue.currency(usdt)
    const principal = formatDecimal(BigInt(applied) * terms.passPrice, scale)
    rows.push({ date: day(terms.closesAt), product: 'ieo', currency: code, min: '0', max: '0', principal })
  }
  return rows
}
