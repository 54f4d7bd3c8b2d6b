import { type JournalRow, equalBytes } from '../../apps/server/src/engine/journalRow.ts'
import { parted } from './sqlText.ts'
import type { ReadModelSql, Result } from './readModelSql.ts'
import { Refusal } from './refusal.ts'
import type { Transaction } from './transaction.ts'

interface SnapshotHead {
  readonly seq: number
  readonly time: number
  readonly format: number
  readonly digest: Buffer
  readonly hash: Buffer
  readonly parts: number
}

/** What the engine's own tables hold. */
export interface EngineTables {
  readonly journal: JournalRow[]
  epoch: number
  holder: string
  readonly snapshots: Map<number, { head: SnapshotHead; parts: Map<number, Buffer> }>
}

type Values = readonly unknown[]
type Handler = (tables: EngineTables, values: Values, transaction: Transaction, text: string) => Result

const none: Result = { rows: [], rowCount: 0 }
const one: Result = { rows: [], rowCount: 1 }

function journaled(rows: readonly JournalRow[]): Result {
  return {
    rows: rows.map((row) => ({ ...row, seq: String(row.seq), time: String(row.time) })),
    rowCount: rows.length,
  }
}

const knownNames = new Map<string, readonly string[]>()

/** Which columns an insert into the journal names. */
function namesIn(text: string): readonly string[] {
  let names = knownNames.get(text)
  if (names === undefined)
    knownNames.set(text, (names = parted(/^INSERT INTO journal \(([^)]+)\)/.exec(text)?.[1] ?? '')))
  return names
}

/** The one insert into the journal: under the epoch that holds, and behind the row that it names. */
function append(tables: EngineTables, values: Values, text: string): Result {
  const names = namesIn(text)
  const row = Object.fromEntries(names.map((name, at) => [name, values[at]])) as unknown as JournalRow
  if (row.epoch !== tables.epoch) return none
  const before = tables.journal[row.seq - 2]
  if (row.seq !== 1 && (before === undefined || !equalBytes(before.digest, row.previous))) return none
  if (tables.journal.length >= row.seq) throw new Refusal('23505', `row ${row.seq} is there already`)
  const bytes = (value: Uint8Array): Buffer => Buffer.from(value)
  tables.journal.push({
    ...row,
    commands: bytes(row.commands),
    events: bytes(row.events),
    previous: bytes(row.previous),
    digest: bytes(row.digest),
  })
  return one
}

function readJournal(tables: EngineTables, values: Values, text: string): Result {
  const { journal } = tables
  if (text.includes('ORDER BY seq DESC LIMIT 1')) return journaled(journal.slice(-1))
  if (text.includes('WHERE seq = $1')) {
    const at = Number(values[0]) - 1
    return journaled(at < 0 ? [] : journal.slice(at, at + 1))
  }
  const [after, upTo, most] = values.map(Number)
  return journaled(journal.slice(after, Math.min(upTo ?? 0, (after ?? 0) + (most ?? 0))))
}

// where the journal ends, and what stands in a row that somebody has seen
function seenRow({ journal }: EngineTables, [seq]: Values): Result {
  const row = journal[Number(seq) - 1]
  const digest = row === undefined ? null : Buffer.from(row.digest).toString('hex')
  return { rows: [{ last: String(journal.at(-1)?.seq ?? 0), digest }], rowCount: 1 }
}

function takeSnapshot(tables: EngineTables, values: Values, transaction: Transaction): Result {
  const [seq, time, format, digest, hash, parts] = values as [number, number, number, Buffer, Buffer, number]
  if (tables.snapshots.has(seq)) return none
  const head = { seq, time, format, digest: Buffer.from(digest), hash: Buffer.from(hash), parts }
  transaction.deeds.push(() => tables.snapshots.set(seq, { head, parts: new Map() }))
  return one
}

function takePart(tables: EngineTables, values: Values, transaction: Transaction): Result {
  const [seq, part, bytes] = values as [number, number, Uint8Array]
  const kept = Buffer.from(bytes)
  transaction.deeds.push(() => tables.snapshots.get(seq)?.parts.set(part, kept))
  return one
}

function dropOld(tables: EngineTables, [most]: Values, transaction: Transaction): Result {
  transaction.deeds.push(() => {
    const old = [...tables.snapshots.keys()].toSorted((a, b) => b - a).slice(Number(most))
    for (const seq of old) tables.snapshots.delete(seq)
  })
  return none
}

function listSnapshots(tables: EngineTables): Result {
  const heads = [...tables.snapshots.values()].map(({ head }) => head).toSorted((a, b) => b.seq - a.seq)
  const rows = heads.map((head) => ({ ...head, seq: String(head.seq), time: String(head.time) }))
  return { rows, rowCount: rows.length }
}

function readPart(tables: EngineTables, [seq, part]: Values): Result {
  const bytes = tables.snapshots.get(Number(seq))?.parts.get(Number(part))
  return bytes === undefined ? none : { rows: [{ bytes }], rowCount: 1 }
}

function fence(tables: EngineTables, [holder]: Values): Result {
  if (tables.holder !== holder) return none
  tables.epoch += 1
  return { rows: [{ epoch: tables.epoch }], rowCount: 1 }
}

function takeOver(tables: EngineTables, [holder]: Values): Result {
  tables.holder = String(holder)
  return fence(tables, [holder])
}

const handlers: readonly (readonly [RegExp, Handler])[] = [
  [/^SET |^SELECT set_config\(/, () => none],
  [/^UPDATE engine_epoch SET epoch = epoch \+ 1, holder/, takeOver],
  [/^UPDATE engine_epoch SET epoch = epoch \+ 1 WHERE holder/, fence],
  [/^UPDATE engine_epoch SET taken_at/, (tables, [holder]) => (tables.holder === holder ? one : none)],
  [/^INSERT INTO journal /, (tables, values, _, text) => append(tables, values, text)],
  [/^SELECT [\w, ]+ FROM journal /, (tables, values, _, text) => readJournal(tables, values, text)],
  [/^SELECT coalesce\(max\(seq\), 0\) AS last, /, seenRow],
  [/^INSERT INTO snapshot \(/, takeSnapshot],
  [/^INSERT INTO snapshot_part/, takePart],
  [/^DELETE FROM snapshot WHERE seq </, dropOld],
  [/^SELECT .* FROM snapshot WHERE format/, listSnapshots],
  [/^SELECT bytes FROM snapshot_part/, readPart],
]

/** The statements by which the projector keeps its place, and what it sets aside. */
function projecting(sql: ReadModelSql, text: string, values: Values, transaction: Transaction): Result | null {
  const marks = sql.table('projection')
  if (text.startsWith('INSERT INTO projection')) {
    for (const name of values[0] as string[])
      if (transaction.get(marks, `${name} `) === null) transaction.put(marks, { name, seq: 0n })
    return one
  }
  if (text.startsWith('SELECT name, seq FROM projection')) {
    const rows = (values[0] as string[]).map((name) => ({
      name,
      seq: String(transaction.get(marks, `${name} `)?.['seq']),
    }))
    return { rows, rowCount: rows.length }
  }
  if (text.startsWith('UPDATE projection SET seq')) {
    for (const name of values[1] as string[]) {
      const old = transaction.get(marks, `${name} `)
      const seq = BigInt(Number(values[0]))
      if (old !== null && (old['seq'] as bigint) < seq) transaction.put(marks, { name, seq })
    }
    return one
  }
  return text.includes('set_aside') ? settingAside(sql, text, values, transaction) : null
}

function settingAside(sql: ReadModelSql, text: string, values: Values, transaction: Transaction): Result | null {
  const table = sql.table('set_aside')
  if (text.startsWith('SELECT count(*)')) {
    return { rows: [{ count: String([...transaction.all(table)].length) }], rowCount: 1 }
  }
  if (text.startsWith('SELECT projection, seq, place')) {
    const rows = [...transaction.all(table)]
      .filter((row) => (values[0] as string[]).includes(String(row['projection'])))
      .map((row) => ({ ...row, seq: Number(row['seq']), place: Number(row['place']) }))
      .toSorted((a, b) => a.seq - b.seq || a.place - b.place)
    return { rows, rowCount: rows.length }
  }
  const [projection, seq, place] = values as [string, number, number]
  const row = { projection, seq: BigInt(seq), place: Number(place), tries: 1 }
  if (text.startsWith('DELETE')) transaction.remove(table, row)
  else transaction.put(table, row)
  return one
}

/** A statement that was understood. */
export type Statement = (tables: EngineTables, transaction: Transaction, values: Values) => Result

/** Understands a statement of the engine, the projector or a read model, once for as often as it is sent. */
export function statementOf(sql: ReadModelSql, text: string): Statement {
  for (const [pattern, handler] of handlers) {
    if (pattern.test(text)) return (tables, transaction, values) => handler(tables, values, transaction, text)
  }
  return (_, transaction, values) => projecting(sql, text, values, transaction) ?? sql.run(transaction, text, values)
}
