// What other slices may know of the house's exposure.
export { BoundPosition } from './BoundPosition.tsx'
export { boundShare, highestOf, nearestFirst, nearness, nearTones, sumOf } from './bound.ts'
export { useExposure } from './useExposure.ts'
