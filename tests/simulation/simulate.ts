import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { encodeState } from '@truemark/core/snapshot'
import { decode } from '@truemark/core/codec/codec'
import type { Event } from '@truemark/core/vocabulary'
import { eventsCodec, makeExchange } from '../../apps/server/src/engine/exchangeMachine.ts'
import { splitFrames } from '../../apps/server/src/engine/frames.ts'
import { type JournalRow, equalBytes } from '../../apps/server/src/engine/journalRow.ts'
import { Projector } from '../../apps/server/src/engine/projector.ts'
import { executeRowAgain } from '../../apps/server/src/engine/executeAgain.ts'
import { Director, type Plan } from './director.ts'
import { ShownRows } from './shownRows.ts'
import { checkSnapshots, restoredState } from './snapshots.ts'
import { SimulatedPostgres } from './store.ts'
import { type Kept, PackedRow, type Row, type Table, rowOfKept } from './tables.ts'
import { SimulatedWorld, projections } from './world.ts'

/** What came of a run. */
export interface Outcome {
  readonly seed: number
  /** Of the journal, the state, the sizes of the read models, and of all that was counted around them. */
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

function isSame(one: Kept, other: Kept | undefined): boolean {
  if (other === undefined) return false
  if (one instanceof PackedRow && other instanceof PackedRow && one.equals(other)) return true
  const [cells, dueCells] = [rowOfKept(one), rowOfKept(other)]
  for (const column of Object.keys(cells)) {
    const [is, due] = [cells[column], dueCells[column]]
    if (is !== due && !(Buffer.isBuffer(is) && Buffer.isBuffer(due) && is.equals(due))) return false
  }
  return true
}

/** What a table has otherwise than the one that was made anew; null where nothing. */
function otherwise(table: Table, anew: Table): string | null {
  for (const [key, row] of table.rows) {
    const due = anew.rows.get(key)
    if (isSame(row, due)) continue
    const text = due === undefined ? 'that row' : textOf(rowOfKept(due))
    return `${table.name} has ${textOf(rowOfKept(row))}, not ${text}`
  }
  return table.rows.size === anew.rows.size ? null : `${table.name} has ${table.rows.size} rows of ${anew.rows.size}`
}

/** Every row's commands, executed again, give its facts to the byte, and all together the state that was watched. */
function checkExecution({ judge, postgres }: SimulatedWorld): void {
  const machine = makeExchange(null)
  for (const row of postgres.tables.journal) {
    const again = executeRowAgain(machine, row)
    if (typeof again === 'object') throw new Error(again.fault)
    judge.countTold(`row ${again} again`)
  }
  const watched = encodeState(judge.replica)
  if (!equalBytes(machine.encodeState(), watched)) throw new Error('what is executed again gives another state')
}

/** The read models are those that a projector makes which nothing ever befell, and what users are shown is what was told. */
async function checkReadModels(world: SimulatedWorld): Promise<void> {
  const { postgres, time, random, schema, judge } = world
  const anew = new SimulatedPostgres(time, random, schema)
  anew.tables.journal.push(...postgres.tables.journal)
  const shown = new ShownRows((name) => postgres.sql.table(name))
  const wrong: string[] = []
  const frames = framesOf(postgres.tables.journal)
  let at = 0
  const projector = new Projector<Event>({
    database: anew.databaseOf(time.world),
    projections,
    decode: (frame) => {
      const events = decode(eventsCodec, frame)
      const { value: row } = frames.next()
      if (row === undefined) throw new Error('a frame is read anew that is not in the journal')
      for (const event of events) wrong.push(...shown.take(row, event))
      return events
    },
    projected: ({ seq }) => (at = seq),
    warn: (message) => wrong.push(message),
  })
  projector.start()
  while (at < judge.end.seq && wrong.length === 0) await time.pause(100)
  await projector.stop()
  wrong.push(...shown.wrong(judge.replica))
  if (wrong.length > 0) throw new Error(wrong.slice(0, 5).join('; '))
  for (const [name, table] of postgres.sql.tables) {
    const fault = otherwise(table, anew.sql.table(name))
    if (fault !== null) throw new Error(fault)
  }
}

/** The row of each frame, in the order in which a projector reads them. */
function* framesOf(journal: readonly JournalRow[]): Generator<JournalRow, undefined> {
  for (const row of journal) for (const _ of splitFrames(row.events)) yield row
}

/** Ends what is under way, and comes up once more; gives the state that is left. */
async function finish(world: SimulatedWorld): Promise<Uint8Array> {
  const { lines, judge, postgres, time } = world
  if (lines.leader !== null) await world.stop(lines.leader)
  judge.look()
  judge.close()
  while (!postgres.isUp) await time.pause(100)
  const state = await restoredState(world)
  await world.start()
  while (postgres.projectedUpTo() < judge.end.seq) await time.pause(100)
  if (lines.leader !== null) await world.stop(lines.leader)
  return state
}

/** Of the journal, the state, the sizes of the read models, and of all that was counted around them. */
function hashOf({ judge, postgres, time, commands }: SimulatedWorld, state: Uint8Array): string {
  const seen = sorted([...judge.seen, ...postgres.seen])
  const sizes = [...postgres.sql.tables.values()].map(({ name, size }) => `${name} ${size}`).toSorted()
  const hash = createHash('sha256').update(judge.end.digest).update(state)
  hash.update(JSON.stringify([seen, sizes, time.now, time.worldNow, time.steps, commands]))
  return hash.digest('hex')
}

function sorted(counts: readonly (readonly [string, number])[]): Record<string, number> {
  return Object.fromEntries(counts.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Runs a seed; throws what was found wrong, where somebody looks. */
export async function simulate(seed: number, plan: Plan, migrations: string, isJudged = true): Promise<Outcome> {
  const world = new SimulatedWorld(seed, migrations, isJudged)
  const { judge, postgres, time } = world
  await world.live(() => new Director(world, plan).run())
  let state: Uint8Array = new Uint8Array()
  await world.live(async () => {
    state = await finish(world)
  })
  const hash = hashOf(world, state)
  if (isJudged) {
    if (!equalBytes(state, encodeState(judge.replica))) throw new Error('a replay gives another state')
    checkExecution(world)
    await world.live(() => checkReadModels(world))
    await world.live(() => checkSnapshots(world, state))
  }
  return {
    seed,
    hash,
    days: plan.days,
    commands: world.commands,
    rows: judge.end.seq,
    facts: judge.facts,
    steps: time.steps,
    seen: sorted([...judge.seen, ...judge.told, ...postgres.seen]),
  }
}

const [seed = '1', days = '3', busy = days, judged = 'judged'] = process.argv.slice(2)
const root = process.cwd()
const plan = { days: Number(days), busy: Math.min(Number(days), Number(busy)) }
simulate(Number(seed), plan, join(root, 'apps/server/migrations'), judged === 'judged').then(
  (outcome) => process.stdout.write(`${JSON.stringify(outcome)}\n`),
  (error: unknown) => {
    process.stderr.write(
      `seed ${seed}: ${error instanceof Error ? `${error.stack}\n${String(error.cause instanceof Error ? error.cause.stack : '')}` : String(error)}\n`,
    )
    process.exitCode = 1
  },
)
