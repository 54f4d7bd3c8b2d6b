// What other slices may know of locked mining.
export { useMiningNews, useMiningOrders, useMiningProducts } from './miningQueries.ts'
