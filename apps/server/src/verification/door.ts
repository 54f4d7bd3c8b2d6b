/** What other parts of the server may use of real-name verification. */
export type { VerificationPorts } from './ports.ts'
export { bindVerification } from './routes.ts'
