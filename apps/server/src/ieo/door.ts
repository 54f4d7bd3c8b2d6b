/** What other parts of the server may use of launches. */
export { ieoProjection } from './store.ts'
export { bindIeo } from './routes.ts'
export { bindIeoDesk } from './desk.ts'
export type { IeoPorts } from './ports.ts'
