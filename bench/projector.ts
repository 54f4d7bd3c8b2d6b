import { decode } from '@truemark/core/codec/codec'
import type { Event } from '@truemark/core/vocabulary'
import { ledgerProjection } from '../apps/server/src/account/door.ts'
import { BinaryRows, copyRows } from '../apps/server/src/engine/copyBinary.ts'
import { eventsCodec } from '../apps/server/src/engine/exchangeMachine.ts'
import { joinFrames } from '../apps/server/src/engine/frames.ts'
import { Journal } from '../apps/server/src/engine/journal.ts'
import { type ChainEnd, chainRow } from '../apps/server/src/engine/journalRow.ts'
import { Projector } from '../apps/server/src/engine/projector.ts'
import type { Lease } from '../apps/server/src/platform/postgres/database.ts'
import { spotProjection } from '../apps/server/src/spot/door.ts'
import { openBenchDatabase } from './benchDatabase.ts'
import { OrderFlow } from './orderFlow.ts'
import { report, target } from './report.ts'
import { median, quantile } from './statistics.ts'

const rounds = 5
const rowsARound = 20_000
const flowStart = 1_700_000_000_000
const lagSeconds = 5
const lagRowMs = 20
const columns = 'holder, time, place, seq, account, currency, category, amount, balance_after, other, ref_kind, ref'
const types = [
  'int',
  'bigint',
  'int',
  'bigint',
  'smallint',
  'smallint',
  'smallint',
  'bigint',
  'bigint',
  'smallint',
  'smallint',
  'bigint',
]

/** The same ledger lines for both ways of writing them. */
function lineOf(round: number, i: number): (number | bigint)[] {
  return [
    32 + (i % 5_000),
    round * 1_000_000 + i,
    0,
    i,
    0,
    i % 10,
    26,
    BigInt(i) * 1_000_003n,
    BigInt(i) * 7_000_001n,
    3,
    1,
    i,
  ]
}

async function byCopy(lease: Lease, lines: readonly (number | bigint)[][]): Promise<void> {
  const rows = new BinaryRows()
  for (const line of lines.toSorted((a, b) => Number(a[0]) - Number(b[0]))) {
    rows.row(line.length)
    line.forEach((cell, at) => {
      if (types[at] === 'bigint') rows.int8(cell)
      else if (types[at] === 'int') rows.int4(Number(cell))
      else rows.int2(Number(cell))
    })
  }
  await copyRows(lease, `ledger_entry (${columns})`, rows)
}

async function byUnnest(lease: Lease, lines: readonly (number | bigint)[][]): Promise<void> {
  const arrays = types.map((_, at) => lines.map((line) => line[at]))
  const unnest = types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')
  await lease.client.query({
    name: 'unnest',
    text: `INSERT INTO ledger_entry (${columns}) SELECT * FROM unnest(${unnest})`,
    values: arrays,
  })
}

async function compareWriters(lease: Lease): Promise<void> {
  const speeds: { copy: number[]; unnest: number[] } = { copy: [], unnest: [] }
  for (let round = 0; round < rounds * 2; round += 1) {
    const way = round % 2 === 0 ? 'copy' : 'unnest'
    const lines = Array.from({ length: rowsARound }, (_, i) => lineOf(round, i))
    const began = performance.now()
    await lease.query('BEGIN')
    for (let at = 0; at < lines.length; at += 5_000) {
      const part = lines.slice(at, at + 5_000)
      await (way === 'copy' ? byCopy(lease, part) : byUnnest(lease, part))
    }
    await lease.query('COMMIT')
    speeds[way].push((rowsARound * 1_000) / (performance.now() - began))
  }
  const { rows } = await lease.query<{ n: string }>('SELECT count(*) AS n FROM ledger_entry')
  if (Number(rows[0]?.n) !== rowsARound * rounds * 2) throw new Error('rows are missing')
  await lease.query('TRUNCATE ledger_entry')
  report('ledger lines', {
    'binary COPY, rows/s': median(speeds.copy),
    'multi-row unnest, rows/s': median(speeds.unnest),
    ratio: median(speeds.copy) / median(speeds.unnest),
  })
  target('binary COPY to multi-row unnest', median(speeds.copy) / median(speeds.unnest), { min: 1.5 })
}

/** A real flow of orders into the journal, row by row. */
class JournaledFlow {
  readonly #journal: Journal
  readonly #flow = new OrderFlow(2_000)
  #end: ChainEnd

  constructor(journal: Journal, end: ChainEnd) {
    this.#journal = journal
    this.#end = end
  }

  get seq(): number {
    return this.#end.seq
  }

  /** What opened the market and its holders. */
  get opening(): OrderFlow['opening'] {
    return this.#flow.opening
  }

  draw(count: number): OrderFlow['opening'] {
    return Array.from({ length: count }, () => this.#flow.accepted(flowStart + 1))
  }

  async append(batch: OrderFlow['opening']): Promise<void> {
    const commands = joinFrames(batch.map((accepted) => accepted.command))
    const events = joinFrames(batch.map((accepted) => accepted.events))
    const time = Math.max(flowStart, this.#end.time + 1)
    const row = chainRow(this.#end, { epoch: this.#journal.epoch, time, commands, events })
    const appended = await this.#journal.append(row)
    if (appended.kind !== 'committed') throw new Error(`row ${row.seq} was ${appended.kind}`)
    this.#end = row
  }
}

function projectorWith(projected: (seq: number) => void, failed: (error: Error) => void): Projector<Event> {
  return new Projector<Event>({
    database: test.database,
    projections: [ledgerProjection, spotProjection],
    decode: (frame) => decode(eventsCodec, frame),
    projected: ({ seq }) => projected(seq),
    warn: (message) => failed(new Error(message)),
  })
}

/** Lets the whole projector follow what is in the journal already; gives its commands a second. */
async function follow(flow: JournaledFlow): Promise<number> {
  await flow.append(flow.opening)
  for (let row = 0; row < 200; row += 1) await flow.append(flow.draw(100))
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    const projector = projectorWith((seq) => {
      if (seq === flow.seq) projector.stop().then(resolve, reject)
    }, reject)
    projector.start()
  })
  const seconds = (performance.now() - began) / 1_000
  const { rows } = await test.database.query<{ n: string }>(
    'SELECT (SELECT count(*) FROM ledger_entry) + (SELECT count(*) FROM spot_order) + (SELECT count(*) FROM spot_fill) AS n',
  )
  report('the projector on 20 000 journaled commands', {
    'commands/s': 20_000 / seconds,
    'rows/s (lines, orders, fills)': Number(rows[0]?.n) / seconds,
  })
  return 20_000 / seconds
}

/** Journals half as many commands a second as it can follow, and looks how far behind it is. */
async function lagAtHalfLoad(flow: JournaledFlow, speed: number): Promise<void> {
  const batches = Array.from({ length: (lagSeconds * 1_000) / lagRowMs }, () =>
    flow.draw(Math.ceil((speed / 2 / 1_000) * lagRowMs)),
  )
  const committed = new Map<number, number>()
  const lags: number[] = []
  await new Promise<void>((resolve, reject) => {
    let whole = false
    const projector = projectorWith((seq) => {
      for (const [row, at] of committed) {
        if (row > seq) continue
        lags.push(performance.now() - at)
        committed.delete(row)
      }
      if (whole && seq === flow.seq) projector.stop().then(resolve, reject)
    }, reject)
    projector.start()
    const began = performance.now()
    const feed = async (): Promise<void> => {
      for (const [at, batch] of batches.entries()) {
        const early = began + at * lagRowMs - performance.now()
        if (early > 0) await new Promise((wake) => setTimeout(wake, early))
        whole = at === batches.length - 1
        await flow.append(batch)
        committed.set(flow.seq, performance.now())
        projector.hint()
      }
    }
    feed().catch(reject)
  })
  const p99 = quantile(lags, 0.99)
  report(`the projector at half of that, ${lagSeconds} s, a row each ${lagRowMs} ms`, {
    'commands/s': speed / 2,
    'p50 behind the commit, ms': quantile(lags, 0.5),
    'p99 behind the commit, ms': p99,
  })
  target('p99 behind the commit, ms', p99, { max: 1_000 })
}

const test = await openBenchDatabase()
const lease = await test.database.lease({ name: 'bench', statementTimeout: 0 })
await compareWriters(lease)
await lease.release()
const journal = await Journal.open(test.database)
const flow = new JournaledFlow(journal, await journal.end())
await lagAtHalfLoad(flow, await follow(flow))
await journal.close()
await test.close()
