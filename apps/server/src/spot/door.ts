/** What other parts of the server may use of spot. */
export { spotProjection } from './store.ts'
export { type SpotPorts, bindSpot } from './routes.ts'
export { openOrderStream } from './orderStream.ts'
