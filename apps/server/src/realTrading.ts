import { type Exchange, house } from './engine/door.ts'
import type { MarketView } from './market/door.ts'
import { operatorCount } from './operator/door.ts'
import type { Database } from './platform/postgres/database.ts'

export interface RealTradingPorts {
  readonly database: Database
  readonly exchange: Exchange
  readonly view: Pick<MarketView, 'kind' | 'statuses'>
}

/** Real money needs so many operators … */
const operatorsMin = 2
/** … and so many independent live sources. */
const sourcesMin = 3
const freshFor = 5_000

/**
 * Whether real accounts can trade on this installation: two operators, three live sources, a product that is switched
 * on for a country (the rules and limits are always published). Looked at anew every five seconds. Sources that were
 * heard together once count until the kind of prices changes: their short silences are halts, and no return to the demo.
 */
export function followRealTrading(
  { database, exchange, view }: RealTradingPorts,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let heard = false
  let answer: Promise<boolean> = Promise.resolve(false)
  let until = Number.NEGATIVE_INFINITY
  const look = async (): Promise<boolean> => {
    if (view.kind !== 'live') heard = false
    else heard ||= view.statuses().some(({ kind, sources }) => kind === 'live' && sources >= sourcesMin)
    if (!heard || (await operatorCount(database)) < operatorsMin) return false
    const { productsOn } = await exchange.ask(house, { type: 'catalogue' })
    return productsOn.length > 0
  }
  return () => {
    if (now() < until) return answer
    until = now() + freshFor
    answer = look()
    // what could not be found out is asked again at once, and is no yes
    answer.catch(() => (until = Number.NEGATIVE_INFINITY))
    return answer
  }
}
