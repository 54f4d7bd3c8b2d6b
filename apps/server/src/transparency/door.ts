/** What other parts of the server may use of transparency. */
export type { TransparencyPorts } from './ports.ts'
export { startProofs } from './proofSweep.ts'
export { bindTransparency } from './routes.ts'
export { indexSampleProjection } from './store.ts'
