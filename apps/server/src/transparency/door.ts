/** What other parts of the server may use of transparency. */
export type { EvidencePorts, TransparencyPorts } from './ports.ts'
export { startEvidenceLog } from './evidenceSweep.ts'
export { startProofs } from './proofSweep.ts'
export { bindTransparency } from './routes.ts'
export { noteRulesInForce } from './rulebook.ts'
export { indexSampleProjection } from './store.ts'
export { haltProjection } from './halts.store.ts'
export { triggerProjection } from './triggers.store.ts'
