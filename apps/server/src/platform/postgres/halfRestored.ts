import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { settleFolder } from '../settle.ts'
import { StartRefusal } from '../startRefusal.ts'
import type { Queryable } from './database.ts'

/** Stands in the data folder and in the database from before anything is restored until all of it is checked. */
const markerFile = 'restore.unfinished'
export const markerTable = 'restore_unfinished'

/** Says, on the disk, that what is in the folder is not restored yet. */
export async function markFolder(dataFolder: string): Promise<void> {
  const file = openSync(join(dataFolder, markerFile), 'w', 0o600)
  try {
    writeSync(file, 'A backup is being restored here, or its restore was broken off. Truemark does not start on it.\n')
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  await settleFolder(dataFolder)
}

/** Takes that back. */
export async function unmarkFolder(dataFolder: string): Promise<void> {
  rmSync(join(dataFolder, markerFile), { force: true })
  await settleFolder(dataFolder)
}

/** Says in the database that it is not restored yet. */
export async function markDatabase(database: Queryable): Promise<void> {
  await database.query(`CREATE TABLE ${markerTable} (since timestamptz NOT NULL DEFAULT now())`)
}

/** Takes that back. */
export async function unmarkDatabase(database: Queryable): Promise<void> {
  await database.query(`DROP TABLE ${markerTable}`)
}

/** Refuses a data folder in which a restore was broken off. Throws a StartRefusal. */
export function refuseMarkedFolder(dataFolder: string): void {
  if (!existsSync(join(dataFolder, markerFile))) return
  throw new StartRefusal(
    `A restore into ${dataFolder} did not come to its end: nothing here is to be used. Remove all in that folder but the keys, empty the database where it is your own, and restore again.`,
  )
}

/** Refuses a database into which a restore was broken off. Throws a StartRefusal. */
export async function refuseMarkedDatabase(database: Queryable): Promise<void> {
  const { rows } = await database.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    markerTable,
  ])
  if (rows[0]?.found !== true) return
  throw new StartRefusal(
    'A restore into this database did not come to its end: nothing in it is to be used. Drop and create the database anew, and restore again.',
  )
}
