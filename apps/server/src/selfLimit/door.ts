/** What other parts of the server may use of the self-limits that people put on themselves. */
export { copyPause } from './copyPause.ts'
export { bindSelfLimit } from './routes.ts'
