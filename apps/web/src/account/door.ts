// What other slices may know of accounts: how what is owned is shown.
export { HideAmounts } from './HideAmounts.tsx'
export { Owned } from './Owned.tsx'
export { useWorth } from './fundQueries.ts'
export { saveFile } from './saveFile.ts'
