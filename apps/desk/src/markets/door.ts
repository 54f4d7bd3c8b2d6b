// What other slices may know of the markets.
export { HaltDialog } from './HaltDialog.tsx'
export { TradingState } from './MarketBadges.tsx'
export { percentDecimals, percentOf, shareOf } from './rate.ts'
export { changesBetween, isMore, sameFigure, termsForm, type TermChange } from './termsForm.ts'
export { useMarkets } from './useMarkets.ts'
