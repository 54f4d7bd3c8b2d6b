import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { endianness } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartRefusal, errorCode } from '../startRefusal.ts'
import type { Queryable } from './database.ts'
import { isReachable } from './binaries.ts'
import type { ServiceUser } from './cluster.ts'

/** Where the embedded Postgres keeps every finished piece of its log, besides its own folder. */
export interface Archive {
  readonly folder: string
  /** The built program that Postgres calls for each piece. */
  readonly program: string
}

/** The archive that the settings name; null where they name none. `programs` is the folder of the server's programs. */
export function archiveIn(folder: string | null, programs: URL): Archive | null {
  return folder === null ? null : { folder, program: fileURLToPath(new URL('archiveSegment.js', programs)) }
}

/** A quiet database ends a segment this often, in seconds: the most that is lost with the machine. */
const pieceSeconds = 60

/** What tells a cluster from all others, and goes on in its copies; the first thing in its control file. */
export function systemOf(cluster: string): string {
  const control = readFileSync(join(cluster, 'global', 'pg_control'))
  return String(endianness() === 'LE' ? control.readBigUInt64LE(0) : control.readBigUInt64BE(0))
}

/** The part of an archive that a cluster fills: none ever meets the pieces of another. */
export function archiveOf(archive: Archive, system: string): Archive {
  return { ...archive, folder: join(archive.folder, system) }
}

/** The server's settings that have it fill an archive. Throws a StartRefusal where it could not. */
export function archiveSettings(archive: Archive, user: ServiceUser | null): Record<string, string> {
  const { folder } = archive
  try {
    mkdirSync(dirname(folder), { recursive: true, mode: user === null ? 0o700 : 0o711 })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (user !== null) chownSync(folder, user.uid, user.gid)
  } catch (error) {
    throw new StartRefusal(`This user can't write to ${folder}, the folder of ARCHIVE_DIR (${errorCode(error)}).`)
  }
  if (user !== null)
    for (const path of [process.execPath, archive.program, folder])
      if (!isReachable(path))
        throw new StartRefusal(
          `ARCHIVE_DIR can't be used as root here: the database's user "postgres" can't get at ${path}. Start Truemark as an ordinary user, or move that where all may enter.`,
        )
  return {
    archive_mode: 'on',
    archive_timeout: `${pieceSeconds}s`,
    archive_command: callOf(archive, 'keep', '%p', '%f'),
  }
}

/** The settings by which it takes what it lacks out of an archive. */
export function fetchSettings(archive: Archive): Record<string, string> {
  return {
    restore_command: callOf(archive, 'fetch', '%p', '%f'),
    recovery_target_timeline: 'latest',
    hot_standby: 'off',
  }
}

function callOf({ program, folder }: Archive, task: string, path: string, name: string): string {
  return [...[process.execPath, program, task].map(shown), `"${path}"`, `"${name}"`, shown(folder)].join(' ')
}

/** For how many seconds the server's archive has taken nothing that it was given; 0 where it takes all, null where there is none. */
export async function archiveFailing(database: Queryable): Promise<number | null> {
  const { rows } = await database.query<{ seconds: number | null }>(
    `SELECT CASE WHEN current_setting('archive_mode') = 'off' THEN NULL
       WHEN last_failed_time > coalesce(last_archived_time, '-infinity')
         THEN extract(epoch FROM now() - coalesce(last_archived_time, stats_reset))::float8
       ELSE 0 END AS seconds FROM pg_stat_archiver`,
  )
  return rows[0]?.seconds ?? null
}

/** A text as the system's shell takes it for one word, and Postgres for no sign of its own. */
function shown(text: string): string {
  const plain = text.replaceAll('%', '%%')
  return process.platform === 'win32' ? `"${plain}"` : `'${plain.replaceAll("'", `'\\''`)}'`
}
