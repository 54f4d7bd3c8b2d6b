/** What the commands use of the export. */
export { checkExport } from './check.ts'
export { drawSeconds } from './drawnSeconds.ts'
export { exportedRows } from './exportedRows.ts'
export { ExportFault } from './read.ts'
export { writeExport } from './write.ts'
export { writeOpenings } from './openings.ts'
