/** What other parts of the server may use of the credit score. */
export { type CreditPorts, bindCredit } from './routes.ts'
