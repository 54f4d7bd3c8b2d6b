import { type Exchange, house } from './engine/door.ts'
import type { MarketView } from './market/door.ts'
import { type RealConditions, operatorCount } from './operator/door.ts'
import type { Database } from './platform/postgres/database.ts'

/** Real money needs so many operators … */
const operatorsMin = 2
/** … and so many independent live sources. */
const sourcesMin = 3
const freshFor = 5_000

export interface RealConditionPorts {
  readonly database: Database
  readonly view: Pick<MarketView, 'kind' | 'statuses'>
}

/**
 * Whether the installation itself is ready for real money: two operators, three live sources (the rules and limits are
 * always published). Sources that were heard together once count until the kind of prices changes: their short
 * silences are halts, and no return to the demo.
 */
export function followRealConditions({ database, view }: RealConditionPorts): () => Promise<RealConditions> {
  let heard = false
  return async () => {
    if (view.kind !== 'live') heard = false
    else heard ||= view.statuses().some(({ kind, sources }) => kind === 'live' && sources >= sourcesMin)
    return { operators: (await operatorCount(database)) >= operatorsMin, sources: heard }
  }
}

export interface RealTradingPorts {
  readonly exchange: Exchange
  readonly conditions: () => Promise<RealConditions>
}

/**
 * Whether real accounts can trade on this installation: its conditions are met, and a product is switched on for a
 * country. Looked at anew every five seconds.
 */
export function followRealTrading(
  { exchange, conditions }: RealTradingPorts,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let answer: Promise<boolean> = Promise.resolve(false)
  let until = Number.NEGATIVE_INFINITY
  const look = async (): Promise<boolean> => {
    const { operators, sources } = await conditions()
    if (!operators || !sources) return false
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
