import type { Event } from '@truemark/core/vocabulary'
import type { Projection } from './engine/door.ts'
import { bindIeo, bindIeoDesk, ieoForecast, ieoProjection } from './ieo/door.ts'
import { type InvestPorts, bindInvest, bindInvestDesk, investForecast, investProjection } from './invest/door.ts'
import { type ForecastPart, bindMining, bindMiningDesk, miningProjection } from './mining/door.ts'
import type { Gateway } from './platform/http/gateway.ts'

/** A slice of a product that pays later, as the server puts it together. */
interface WealthSlice {
  readonly projection: Projection<Event>
  readonly binds: readonly ((gateway: Gateway, ports: InvestPorts) => void)[]
  /** What it will cost the pool, where locked mining's own forecast does not say it. */
  readonly forecast?: (ports: InvestPorts) => ForecastPart
}

/** The slices of the products that pay later. */
export const wealthSlices: readonly WealthSlice[] = [
  { projection: miningProjection, binds: [bindMining, bindMiningDesk] },
  { projection: investProjection, binds: [bindInvest, bindInvestDesk], forecast: investForecast },
  { projection: ieoProjection, binds: [bindIeo, bindIeoDesk], forecast: ieoForecast },
]
