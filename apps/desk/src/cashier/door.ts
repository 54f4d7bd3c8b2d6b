// What other slices may know of the cashier.
export { useImage } from './useImage.ts'
