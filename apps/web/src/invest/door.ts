// What other slices may know of invest.
export { investFinance } from './finance.ts'
