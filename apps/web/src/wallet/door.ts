// What other slices may know of the wallet.
export { HoldSwitch } from './HoldSwitch.tsx'
export { ImageField } from './ImageField.tsx'
export type { SmallImage } from './smallImage.ts'
