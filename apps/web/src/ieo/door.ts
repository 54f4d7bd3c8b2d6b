// What other slices may know of launches.
export { ieoFinance } from './finance.ts'
