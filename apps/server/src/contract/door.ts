/** What other parts of the server may use of contracts. */
export { bindContract } from './routes.ts'
