// What other slices may use of the market list.
export { compactFigure } from './compact.ts'
export { MarketSearch } from './MarketSearch.tsx'
export { searched } from './order.ts'
