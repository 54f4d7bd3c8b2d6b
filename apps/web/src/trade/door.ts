// What other slices may know of Trade's frame.
export type { ChartLine } from './chartLine.ts'
export { HeaderFigure } from './TradeHeader.tsx'
export { Line } from './Line.tsx'
export { TradeFrame, useUnfolding } from './TradeFrame.tsx'
export { TradeGate } from './TradeGate.tsx'
export { TransferSheet } from './TransferSheet.tsx'
export { tradePaths, type TradeProduct } from './product.ts'
export { useFigure } from './useFigure.ts'
