/** What contracts, perpetuals and other parts of the server may use of what the two share. */
export { cancelAll, closeAll, closeOne, onListed, onOne, placeOrder } from './commands.ts'
export { historyOf, liquidationOf } from './detail.ts'
export { findInsuranceMoves, insuranceProjection } from './insurance.store.ts'
export { fundingNumber, fundingOf } from './fundingIds.ts'
export { findFundingRates, findLastFundings, fundingProjection } from './funding.store.ts'
export {
  type HistoryFilter,
  type StoredTicket,
  findOrdersById,
  findPerpetualOrders,
  findPositions,
  findPositionsById,
  findTickets,
  findTicketsById,
} from './history.store.ts'
export { listed } from './list.ts'
export { findFirstClose, findPublicCloses, findReckoning, liquidationProjection } from './liquidation.store.ts'
export {
  firstFault,
  keptTargets,
  noLotOrder,
  readAmendment,
  readAmount,
  readLotOrder,
  readTargetChanges,
  symbolOf,
} from './parse.ts'
export { bracketViews, bracketsShape } from './bracketShape.ts'
export type { DerivativePorts } from './ports.ts'
export { bindDerivative } from './routes.ts'
export {
  averageText,
  contractShape,
  lotsText,
  markText,
  orderShape,
  positionShape,
  priceText,
  storedContractShape,
  storedPositionShape,
} from './shape.ts'
export { sharedTerms } from './sharedTerms.ts'
export { type FundingRow, type StoredOrder, type StoredPosition, positionStatuses } from './tables.ts'
export { derivativeProjection } from './store.ts'
export { openDerivativeStream } from './stream.ts'
export { type TermsFigures, termsShape } from './termsShape.ts'
export { type DerivativeKind, findDerivativeKinds } from './kinds.store.ts'
export {
  type Closing,
  findClosing,
  findDerivativeTrades,
  findPositionThen,
  hasRealPositions,
  kindsOfPositions,
} from './past.store.ts'
