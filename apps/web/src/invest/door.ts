// What other slices may know of invest.
export { useInvestSummary } from './summary.ts'
