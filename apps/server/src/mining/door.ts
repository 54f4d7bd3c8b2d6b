/** What other parts of the server may use of locked mining. */
export { bindMiningDesk } from './desk.ts'
export { openMiningStream } from './miningStream.ts'
export { type ForecastPart, bindPool } from './pool.ts'
export { bindMining } from './routes.ts'
export { seedMining } from './seed.ts'
export { miningProjection } from './store.ts'
