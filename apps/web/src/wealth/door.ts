// What the slices of the wealth products (locked mining, invest, launches) share.
export { ChosenProduct, OfferLink, RealOnly, RecordHead } from './Products.tsx'
export { type FinanceProduct, usePays } from './financeProduct.ts'
export { DealSheet } from './DealSheet.tsx'
export { rangeOf, type RunningRow } from './summary.ts'
