/** What other parts of the server may use of launches. */
export { ieoForecast } from './forecast.ts'
export { ieoProjection } from './store.ts'
export { bindIeo } from './routes.ts'
export { bindIeoDesk } from './desk.ts'
export type { IeoPorts } from './ports.ts'
