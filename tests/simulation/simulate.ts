import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { encodeState } from '@truemark/core/snapshot'
import { decode } from '@truemark/core/codec/codec'
import type { Event } from '@truemark/core/vocabulary'
import { eventsCodec, makeExchange } from '../../apps/server/src/engine/exchangeMachine.ts'
import { equalBytes } from '../../apps/server/src/engine/journalRow.ts'
import { Projector } from '../../apps/server/src/engine/projector.ts'
import { restore } from '../../apps/server/src/engine/restore.ts'
import { Director, type Plan } from './director.ts'
import { SimulatedPostgres } from './store.ts'
import type { Row, Table } from './tables.ts'
import { SimulatedWorld, projections } from './world.ts'

/** What came of a run. */
export interface Outcome {
  readonly seed: number
  /** Of the journal, the state, the sizes of the read models (they equal a replay), and of all that was counted. */
  readonly hash: string
  readonly days: number
  readonly commands: number
  readonly rows: number
  readonly facts: number
  readonly steps: number
  readonly seen: Readonly<Record<string, number>>
}

function textOf(row: Row): string {
  return JSON.stringify(row, (_, cell: unknown) => (typeof cell === 'bigint' ? String(cell) : cell))
}

function isSame(one: Row, other: Row | undefined): boolean {
  if (other === undefined) return false
  for (const column of Object.keys(one)) {
    const [is, due] = [one[column], other[column]]
    if (is !== due && !(Buffer.isBuffer(is) && Buffer.isBuffer(due) && is.equals(due))) return false
  }
  return true
}

/** What a table has otherwise than the one that was made anew; null where nothing. */
function otherwise(table: Table, anew: Table): string | null {
  for (const [key, row] of table.rows) {
    const due = anew.rows.get(key)
    if (!isSame(row, due))
      return `${table.name} has ${textOf(row)}, not ${due === undefined ? 'that row' : textOf(due)}`
  }
  return table.rows.size === anew.rows.size ? null : `${table.name} has ${table.rows.size} rows of ${anew.rows.size}`
}

/** The state that the journal gives, with and without snapshots, is the one that was watched. */
async function checkReplay(world: SimulatedWorld): Promise<void> {
  const lease = await world.postgres.databaseOf(world.time.world).lease()
  const watched = encodeState(world.judge.replica)
  for (const snapshots of [true, false]) {
    const restored = await restore(lease, makeExchange, { snapshots })
    if (restored.snapshotSeq > 0) world.judge.count('snapshot restored')
    if (!equalBytes(restored.machine.encodeState(), watched)) throw new Error(`a replay gives another state`)
  }
}

/** The read models are those that a projector makes which nothing ever befell. */
async function checkReadModels(world: SimulatedWorld): Promise<void> {
  const { postgres, time, random, schema } = world
  const anew = new SimulatedPostgres(time, random, schema)
  anew.tables.journal.push(...postgres.tables.journal)
  const wrong: string[] = []
  let at = 0
  const projector = new Projector<Event>({
    database: anew.databaseOf(time.world),
    projections,
    decode: (frame) => decode(eventsCodec, frame),
    projected: ({ seq }) => (at = seq),
    warn: (message) => wrong.push(message),
  })
  projector.start()
  while (at < world.judge.end.seq && wrong.length === 0) await time.pause(100)
  await projector.stop()
  if (wrong.length > 0) throw new Error(wrong.join('; '))
  for (const [name, table] of postgres.sql.tables) {
    const fault = otherwise(table, anew.sql.table(name))
    if (fault !== null) throw new Error(fault)
  }
}

async function finish(world: SimulatedWorld): Promise<void> {
  const { lines, judge } = world
  if (lines.leader !== null) await world.stop(lines.leader)
  judge.look()
  judge.close()
  await checkReplay(world)
  await world.start()
  while (Number(world.postgres.sql.table('projection').rows.get('ledger ')?.['seq']) < judge.end.seq)
    await world.time.pause(100)
  if (lines.leader !== null) await world.stop(lines.leader)
  await checkReadModels(world)
}

/** Runs a seed; throws what was found wrong. */
export async function simulate(seed: number, plan: Plan, migrations: string): Promise<Outcome> {
  const world = new SimulatedWorld(seed, migrations)
  await world.live(() => new Director(world, plan).run())
  await world.live(() => finish(world))
  const { judge, postgres, time } = world
  const seen = Object.fromEntries([...judge.seen, ...postgres.seen].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const hash = createHash('sha256').update(judge.end.digest).update(encodeState(judge.replica))
  const sizes = [...postgres.sql.tables.values()].map(({ name, rows }) => `${name} ${rows.size}`).toSorted()
  hash.update(JSON.stringify([seen, sizes, time.now, time.worldNow, time.steps, world.commands]))
  return {
    seed,
    hash: hash.digest('hex'),
    days: plan.days,
    commands: world.commands,
    rows: judge.end.seq,
    facts: judge.facts,
    steps: time.steps,
    seen,
  }
}

const [seed = '1', days = '3'] = process.argv.slice(2)
const root = process.cwd()
const plan = { days: Number(days) }
simulate(Number(seed), plan, join(root, 'apps/server/migrations')).then(
  (outcome) => process.stdout.write(`${JSON.stringify(outcome)}\n`),
  (error: unknown) => {
    process.stderr.write(
      `seed ${seed}: ${error instanceof Error ? `${error.stack}\n${String(error.cause instanceof Error ? error.cause.stack : '')}` : String(error)}\n`,
    )
    process.exitCode = 1
  },
)
