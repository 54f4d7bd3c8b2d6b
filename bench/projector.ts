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
import { report } from './report.ts'
import { median } from './statistics.ts'

const rounds = 5
const rowsARound = 20_000
const flowStart = 1_700_000_000_000
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
}

/** Journals a real flow of orders, then lets the whole projector follow it. */
async function followFlow(): Promise<void> {
  const journal = await Journal.open(test.database)
  const flow = new OrderFlow(2_000)
  let end: ChainEnd = await journal.end()
  const append = async (batch: OrderFlow['opening']): Promise<void> => {
    const commands = joinFrames(batch.map((accepted) => accepted.command))
    const events = joinFrames(batch.map((accepted) => accepted.events))
    const next = chainRow(end, { epoch: journal.epoch, time: Math.max(flowStart, end.time + 1), commands, events })
    await journal.append(next)
    end = next
  }
  await append(flow.opening)
  for (let row = 0; row < 200; row += 1) {
    await append(Array.from({ length: 100 }, () => flow.accepted(flowStart + 1 + row)))
  }
  await journal.close()
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    const projector = new Projector<Event>({
      database: test.database,
      projections: [ledgerProjection, spotProjection],
      decode: (frame) => decode(eventsCodec, frame),
      projected: ({ seq }) => {
        if (seq === end.seq) projector.stop().then(resolve, reject)
      },
      warn: (message) => reject(new Error(message)),
    })
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
}

const test = await openBenchDatabase()
const lease = await test.database.lease({ name: 'bench', statementTimeout: 0 })
await compareWriters(lease)
await lease.release()
await followFlow()
await test.close()
