// What other slices may know of locked mining.
export { miningFinance } from './finance.ts'
