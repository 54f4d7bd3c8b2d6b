/** What the commands use of the export. */
export { checkExport } from './check.ts'
export { writeExport } from './write.ts'
