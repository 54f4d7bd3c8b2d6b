// What other slices may know of locked mining.
export { useMiningNews } from './miningQueries.ts'
export { useMiningSummary } from './summary.ts'
