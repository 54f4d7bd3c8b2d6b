// What other slices may know of perpetuals.
export { AccountCard } from './AccountCard.tsx'
export { OrderPast, PositionPast } from './PerpetualPast.tsx'
export { PerpetualResting } from './PerpetualResting.tsx'
