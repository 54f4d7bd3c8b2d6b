// What other slices may know of launches.
export { useIeoSummary } from './summary.ts'
