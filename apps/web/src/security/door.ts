// What other slices may show of the account's safety.
export { FrozenNotice } from './FrozenNotice.tsx'
