/** What other parts of the server may use of customer service. */
export type { SupportPorts } from './ports.ts'
export { bindSupport } from './routes.ts'
export { disputeTickets } from './disputes.ts'
export { SupportStream } from './supportStream.ts'
