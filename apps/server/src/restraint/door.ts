/** What other parts of the server may use of the restraints that people put on themselves. */
export { copyPause } from './copyPause.ts'
export { bindRestraint } from './routes.ts'
