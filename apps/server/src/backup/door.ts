/** What other parts of the server may use of backups. */
export type { Manifest } from './layout.ts'
export { onEmptyGround, refuseUnfit } from './ground.ts'
export { loadTables } from './load.ts'
export { type ReadBackup, readBackup } from './read.ts'
export { checkFiles, loadFiles } from './vaultFiles.ts'
export { writeBackup } from './write.ts'
