/** What other parts of the server may use of perpetuals. */
export { bindPerpetual } from './routes.ts'
