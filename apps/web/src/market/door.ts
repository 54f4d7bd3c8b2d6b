// What other slices may use of the market list.
export { compactFigure } from './compact.ts'
export { searched } from './order.ts'
