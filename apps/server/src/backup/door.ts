/** What other parts of the server may use of backups. */
export type { Manifest } from './layout.ts'
export { type BaseAsk, writeBase } from './base.ts'
export { onEmptyGround, refuseKeyless, refuseNewer } from './ground.ts'
export { loadTables } from './load.ts'
export { holeFault, plantBase } from './plant.ts'
export { type ReadBackup, type ReadBase, readBackup } from './read.ts'
export { checkFiles, loadFiles, refuseFullShelves } from './vaultFiles.ts'
export { type Backup, writeBackup } from './write.ts'
