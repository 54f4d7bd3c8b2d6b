import { equalBytes } from '../../apps/server/src/engine/journalRow.ts'
import { makeExchange } from '../../apps/server/src/engine/exchangeMachine.ts'
import { restore } from '../../apps/server/src/engine/restore.ts'
import type { EngineTables } from './engineSql.ts'
import type { SimulatedWorld } from './world.ts'

type Snapshot = NonNullable<ReturnType<EngineTables['snapshots']['get']>>

/** The state from which a server would start, as bytes. */
export async function restoredState(world: SimulatedWorld): Promise<Uint8Array> {
  const lease = await world.postgres.databaseOf(world.time.world).lease()
  const restored = await restore(lease, makeExchange, { snapshots: true })
  if (restored.snapshotSeq > 0) world.judge.count('snapshot restored')
  return restored.machine.encodeState()
}

async function refusalOf(world: SimulatedWorld): Promise<string | null> {
  try {
    await restoredState(world)
    return null
  } catch (error) {
    return String(error)
  }
}

/**
 * Snapshots that are not what they say: one of another journal, an older one under the name of the newest row, and a newer
 * one under an older row's, are refused; one whose bytes are damaged costs time alone. Leaves them as they were.
 */
export async function checkSnapshots(world: SimulatedWorld, state: Uint8Array): Promise<void> {
  const { snapshots, journal } = world.postgres.tables
  const before = [...snapshots]
  const [newest, older] = before.toSorted(([a], [b]) => b - a).map(([, snapshot]) => snapshot)
  if (newest === undefined) throw new Error('no snapshot was taken')
  const { head } = newest
  const under = (seq: number, { head: other, parts }: Snapshot, digest = other.digest): Snapshot => ({
    head: { ...other, seq, digest },
    parts,
  })
  const foreign = Buffer.from(head.digest.map((byte) => byte ^ 1))
  const wrong: (readonly [string, number, Snapshot])[] = [
    ['of another journal', head.seq, under(head.seq, newest, foreign)],
  ]
  if (older !== undefined) wrong.push(['behind its row', head.seq, under(head.seq, older)])
  if (head.seq > 1) wrong.push(['ahead of its row', head.seq - 1, under(head.seq - 1, newest)])
  for (const [how, seq, snapshot] of wrong) {
    snapshots.clear()
    snapshots.set(seq, snapshot)
    if ((await refusalOf(world))?.includes('is not the one that the snapshot') !== true)
      throw new Error(`a snapshot ${how} is taken for that of row ${seq} of ${journal.length}`)
    world.judge.countTold(`snapshot ${how}`)
  }
  snapshots.clear()
  const parts = new Map([...newest.parts].map(([at, bytes]) => [at, Buffer.from(bytes.map((byte) => byte ^ 255))]))
  snapshots.set(head.seq, { head, parts })
  // an older one stands in for it, as in the product; what a start from no snapshot gives is executed again anyway
  if (older !== undefined) snapshots.set(older.head.seq, older)
  if (!equalBytes(await restoredState(world), state)) throw new Error('a damaged snapshot gives another state')
  world.judge.countTold('snapshot damaged')
  snapshots.clear()
  for (const [seq, snapshot] of before) snapshots.set(seq, snapshot)
}
