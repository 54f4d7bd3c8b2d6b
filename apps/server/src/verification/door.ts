/** What other parts of the server may use of real-name verification. */
export { startVerificationSweep } from './sweep.ts'
export type { VerificationPorts } from './ports.ts'
export { bindVerification } from './routes.ts'
export { fieldsSealed } from './fieldsSealed.store.ts'
