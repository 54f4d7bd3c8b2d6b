// What other slices may know of the risks that a person is told of.
export { DisclosureGate } from './DisclosureGate.tsx'
export { useDisclosures } from './useDisclosures.ts'
