import type { Database } from '../platform/postgres/database.ts'
import type { MachineMaker } from './machine.ts'
import { restore } from './restore.ts'
import { listSnapshots, writeSnapshot } from './snapshot.ts'

const snapshotTimeout = 300_000

/**
 * Makes a snapshot as of the journal's row `upTo` by evolving the last one's tail, on a connection of its own. It is
 * meant for a short-lived thread, so that no tick waits for it. Returns the row of the newest snapshot then.
 */
export async function takeSnapshot(database: Database, make: MachineMaker, upTo: number): Promise<number> {
  const lease = await database.lease({ name: 'snapshot', statementTimeout: snapshotTimeout })
  try {
    const newest = (await listSnapshots(lease))[0]
    if (newest !== undefined && newest.seq >= upTo) return newest.seq
    const restored = await restore(lease, make, { upTo })
    await writeSnapshot(lease, { end: restored.end, state: restored.machine.encodeState() })
    return restored.end.seq
  } finally {
    await lease.release()
  }
}
