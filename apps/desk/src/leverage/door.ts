// What other slices may know of contracts and perpetuals.
export { useWrittenTerm } from './LeverageFields.tsx'
export { useLeverageNames } from './leverageNames.ts'
export { termNames, termNotations, type TermName } from './terms.ts'
