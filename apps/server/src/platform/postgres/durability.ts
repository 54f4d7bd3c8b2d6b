import { StartRefusal } from '../startRefusal.ts'
import type { Queryable } from './database.ts'

const versionMin = 15
const mustBeOn = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

/**
 * Throws a StartRefusal where the server is too old or runs with a setting by which a commit that was
 * acknowledged could be lost. `durable: false` leaves the settings unchecked (test databases).
 */
export async function checkServer(database: Queryable, options: { durable: boolean }): Promise<void> {
  const names = ['server_version_num', 'server_version', ...mustBeOn]
  const { rows } = await database.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [names],
  )
  const settings = new Map(rows.map((row) => [row.name, row.setting]))
  const major = Math.trunc(Number(settings.get('server_version_num') ?? '0') / 10_000)
  if (major < versionMin) {
    const found = settings.get('server_version') ?? 'unknown'
    throw new StartRefusal(`The database is Postgres ${found}; Truemark needs ${versionMin} or newer.`)
  }
  if (!options.durable) return
  for (const name of mustBeOn) {
    const setting = settings.get(name) ?? 'unknown'
    if (setting === 'off' || setting === 'unknown') {
      throw new StartRefusal(
        `The database runs with ${name} = ${setting}; Truemark needs it on, or a crash could lose acknowledged orders.`,
      )
    }
  }
}

/** Programs that copy the database and never take its place. */
const copiers = ['pg_receivewal', 'pg_basebackup', 'barman_receive_wal']

/**
 * How many replicas copy the server without any commit waiting for them: where one of them takes its place, what was
 * acknowledged last is lost.
 */
export async function countUnwaited(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `SELECT count(*) AS count FROM pg_stat_replication
     WHERE current_setting('synchronous_standby_names') = '' AND coalesce(application_name, '') <> ALL($1::text[])
       AND NOT EXISTS (SELECT 1 FROM pg_replication_slots AS slot
                       WHERE slot.active_pid = pg_stat_replication.pid AND slot.slot_type = 'logical')`,
    [copiers],
  )
  return Number(rows[0]?.count ?? '0')
}

/** What is told of such replicas. */
export const unwaitedText =
  'The database has replicas that no commit waits for (synchronous_standby_names is empty): should one of them take its place, orders that were acknowledged are lost. Name one of them there, or never promote them.'
