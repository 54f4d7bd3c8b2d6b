// What other slices may know of the house's exposure.
export { BoundBar } from './BoundBar.tsx'
export { boundShare, nearestFirst, nearness, sumOf } from './bound.ts'
export { useExposure } from './useExposure.ts'
