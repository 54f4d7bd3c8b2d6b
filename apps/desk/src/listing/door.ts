// What other slices may know of listings.
export { useFieldNames } from './useFieldNames.ts'
