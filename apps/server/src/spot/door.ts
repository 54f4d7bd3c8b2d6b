/** What other parts of the server may use of spot. */
export { spotProjection } from './store.ts'
export { conditionalProjection } from './conditionals.store.ts'
export { openConditionalStream } from './conditionalStream.ts'
export type { SpotPorts } from './ports.ts'
export { bindSpot } from './routes.ts'
export { cancelWords } from './shape.ts'
export { openOrderStream } from './orderStream.ts'
export { type Turnover, findTurnovers } from './turnovers.store.ts'
export {
  type FilledOrder,
  type OwnTrade,
  type TradeRow,
  type TradesAsked,
  filledOf,
  findSpotTrades,
  tradeOf,
} from './trades.store.ts'
