// What other slices may know of Finance.
export { RunningProducts } from './RunningProducts.tsx'
