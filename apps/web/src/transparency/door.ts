// What other slices may know of what anyone may check.
export { EvidenceLink } from './EvidenceLink.tsx'
