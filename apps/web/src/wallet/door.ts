// What other slices may know of the wallet.
export { ImageField } from './ImageField.tsx'
export type { SmallImage } from './smallImage.ts'
