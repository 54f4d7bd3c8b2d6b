// What other slices may know of spot trading.
export { RecentOrders } from './RecentOrders.tsx'
