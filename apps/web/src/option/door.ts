// What other slices may know of options.
export { AccountOptions } from './AccountOptions.tsx'
