// What forms of other slices may know of what keeps an account from a product.
export { BarNotice, DemoOnlyNotice } from './BarNotice.tsx'
export { OrderRefusal } from './OrderRefusal.tsx'
export { useBar } from './useBar.ts'
