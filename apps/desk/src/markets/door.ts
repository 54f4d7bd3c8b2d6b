// What other slices may know of the markets.
export { percentDecimals, percentOf, shareOf } from './rate.ts'
export { useMarkets } from './useMarkets.ts'
