import { Refusal } from './refusal.ts'
import { Expression, assignments, conditionOf, parted } from './sqlText.ts'
import { type Cell, LateRow, PackedRow, type Row, type Schema, type Table, cellOf, driven, keyOf } from './tables.ts'
import type { Transaction } from './transaction.ts'

export interface Result {
  readonly rows: Record<string, unknown>[]
  readonly rowCount: number
}

type Statement = (transaction: Transaction, values: readonly unknown[]) => Result

const done = (rowCount: number): Result => ({ rows: [], rowCount })
const columnsOf = (list: string): string[] => parted(list).map((one) => one.replace(/^\w+\./, ''))

/** The statements of the read models, as they stand in the slices' stores, on tables in memory. */
export class ReadModelSql {
  readonly #schema: Schema
  readonly #tables = new Map<string, Table>()
  readonly #known = new Map<string, Statement>()
  readonly #copies = new Map<string, CopyPlan>()

  constructor(schema: Schema) {
    this.#schema = schema
  }

  get tables(): ReadonlyMap<string, Table> {
    return this.#tables
  }

  table(name: string): Table {
    let table = this.#tables.get(name)
    if (table === undefined) this.#tables.set(name, (table = this.#schema.table(name)))
    return table
  }

  run(transaction: Transaction, text: string, values: readonly unknown[]): Result {
    let statement = this.#known.get(text)
    if (statement === undefined) this.#known.set(text, (statement = this.#compile(text.replaceAll(/\s+/g, ' ').trim())))
    return statement(transaction, values)
  }

  #compile(text: string): Statement {
    const made =
      this.#insertion(text) ??
      this.#change(text) ??
      this.#changeOne(text) ??
      this.#changeSome(text) ??
      this.#joined(text) ??
      this.#all(text) ??
      this.#found(text)
    if (made === null) throw new Error(`the simulated database does not understand: ${text}`)
    return made
  }

  #insertion(text: string): Statement | null {
    const found =
      /^INSERT INTO (\w+)(?: AS (\w+))? \(([^)]+)\) (VALUES|SELECT)(.*?)(?: ON CONFLICT(?: \([^)]+\))? DO (NOTHING|UPDATE SET (.*)))?$/.exec(
        text,
      )
    if (found === null) return null
    const [, name = '', , list = '', kind, given = '', act, sets = ''] = found
    const table = this.table(name)
    const make = this.#maker(table, columnsOf(list))
    const set = assignments(sets)
    const row = kind === 'VALUES' ? parted(given.trim().slice(1, -1)).map((one) => Expression.of(one)) : null
    return (transaction, values) => {
      const rows = row === null ? unnested(values) : [row.map((read) => read(() => null, values))]
      let count = 0
      for (const cells of rows) {
        const given = make(cells)
        const old = transaction.get(table, keyOf(table, given))
        if (old !== null && act === undefined) throw new Refusal('23505', `a row of ${name} is there already`)
        if (old !== null && act === 'NOTHING') continue
        const read = (row: string, column: string): Cell =>
          (row === 'excluded' ? given : (old ?? given))[column] ?? null
        transaction.put(table, old === null ? given : changed(table, old, set, read, values))
        count += 1
      }
      return done(count)
    }
  }

  /** UPDATE … FROM unnest(…) joined by the key. */
  #change(text: string): Statement | null {
    const found =
      /^UPDATE (\w+) AS (\w+) SET (.*) FROM unnest\((.*)\) AS (\w+) \(([^)]+)\) WHERE (\w+)\.(\w+) = (\w+)\.(\w+)$/.exec(
        text,
      )
    if (found === null) return null
    const [, name = '', own = '', sets = '', types = '', given = '', list = '', , key = ''] = found
    const table = this.table(name)
    if (table.primaryKey.join() !== key) return null
    const set = assignments(sets)
    const columns = columnsOf(list)
    const kinds = parted(types).map((one) => (/bigint/.test(one) ? 'int8' : /bool/.test(one) ? 'bool' : 'int4'))
    const keyAt = columns.indexOf(key)
    return (transaction, values) => {
      const lists = values as readonly (readonly unknown[])[]
      const wanted = lists[keyAt] ?? []
      let count = 0
      for (const [at, id] of wanted.entries()) {
        const old = transaction.kept(table, `${String(id)} `)
        if (old === null) continue
        const late = (before: Row): Row => {
          const change: Record<string, Cell> = {}
          for (const [place, column] of columns.entries())
            change[column] = cellOf(kinds[place] ?? '', lists[place]?.[at])
          const read = (row: string, column: string): Cell =>
            (row === given ? change : row === own || row === '' ? before : {})[column] ?? null
          return changed(table, before, set, read, values)
        }
        transaction.keep(table, `${String(id)} `, new LateRow(old, late))
        count += 1
      }
      return done(count)
    }
  }

  #changeOne(text: string): Statement | null {
    const found = /^UPDATE (\w+) SET (.*) WHERE (\w+) = \$(\d+)$/.exec(text)
    if (found === null) return null
    const [, name = '', sets = '', key = '', place] = found
    const table = this.table(name)
    if (table.primaryKey.join() !== key) return null
    const set = assignments(sets)
    return (transaction, values) => {
      const old = transaction.get(table, `${String(values[Number(place) - 1])} `)
      if (old === null) return done(0)
      const read = (_: string, column: string): Cell => old[column] ?? null
      transaction.put(table, changed(table, old, set, read, values))
      return done(1)
    }
  }

  /** UPDATE … WHERE every condition holds, of those that `conditionOf` understands. */
  #changeSome(text: string): Statement | null {
    const found = /^UPDATE (\w+) SET (.*) WHERE (.* BETWEEN .*)$/.exec(text)
    if (found === null) return null
    const [, name = '', sets = '', where = ''] = found
    const table = this.table(name)
    const set = assignments(sets)
    const holds = conditionOf(where)
    return (transaction, values) => {
      let count = 0
      for (const old of transaction.all(table)) {
        if (!holds(old, values)) continue
        const read = (_: string, column: string): Cell => old[column] ?? null
        transaction.put(table, changed(table, old, set, read, values))
        count += 1
      }
      return done(count)
    }
  }

  /** SELECT … of all rows. */
  #all(text: string): Statement | null {
    const found = /^SELECT [\w, ]+ FROM (\w+)$/.exec(text)
    const table = found === null ? null : this.table(found[1] ?? '')
    return table === null ? null : (transaction) => shown([...transaction.all(table)])
  }

  /** SELECT … JOIN unnest(…) USING the key. */
  #joined(text: string): Statement | null {
    const found = /^SELECT [\w.*, ]+ FROM (\w+) AS \w+ JOIN unnest\(.*\) AS \w+ \(([^)]+)\) USING \(([^)]+)\)$/.exec(
      text,
    )
    if (found === null) return null
    const [, name = '', list = ''] = found
    const table = this.table(name)
    const columns = columnsOf(list)
    return (transaction, values) => {
      const rows: Row[] = []
      for (const cells of unnested(values)) {
        const row = transaction.get(table, keyOf(table, rowOf(table, columns, cells)))
        if (row !== null) rows.push(row)
      }
      return shown(rows)
    }
  }

  /** SELECT … WHERE the key is one of some, or all columns are so. */
  #found(text: string): Statement | null {
    const found = /^SELECT ([\w, ]+) FROM (\w+) WHERE (.*)$/.exec(text)
    if (found === null) return null
    const [, , name = '', where = ''] = found
    const table = this.table(name)
    const any = /^(\w+) = ANY\(\$1(?:::bigint\[\])?\)$/.exec(where)
    if (any?.[1] !== undefined && any[1] === table.primaryKey.join()) {
      return (transaction, [wanted]) => {
        const rows = (wanted as unknown[]).map((one) => transaction.get(table, `${String(one)} `))
        return shown(rows.filter((row) => row !== null))
      }
    }
    const equal = where.split(' AND ').map((one) => /^(\w+) = \$(\d+)$/.exec(one))
    if (equal.some((one) => one === null)) return null
    const places = new Map(equal.map((one) => [one?.[1] ?? '', Number(one?.[2]) - 1]))
    if (table.primaryKey.some((column) => !places.has(column))) return null
    return (transaction, values) => {
      const asked = rowOf(
        table,
        [...places.keys()],
        [...places.values()].map((place) => values[place]),
      )
      const row = transaction.get(table, keyOf(table, asked))
      return shown(row === null ? [] : [row])
    }
  }

  /** Makes a whole row of cells for some columns, with the table's own defaults for the others. */
  #maker(table: Table, columns: readonly string[]): (cells: readonly unknown[]) => Row {
    const types = columns.map((column) => table.types.get(column) ?? '')
    return (cells) => {
      const row = this.#schema.blank(table)
      for (const [at, column] of columns.entries()) row[column] = cellOf(types[at] ?? '', cells[at])
      return row
    }
  }

  #copyPlan(text: string): CopyPlan {
    const found = /^COPY (\w+) \(([^)]+)\) FROM STDIN/.exec(text.replaceAll(/\s+/g, ' '))
    const table = this.table(found?.[1] ?? '')
    const columns = columnsOf(found?.[2] ?? '')
    const types = columns.map((column) => table.types.get(column) ?? '')
    const keyAt = table.primaryKey.map((column) => columns.indexOf(column))
    const isWhole = [...table.types.keys()].every((column) => columns.includes(column))
    const read = (bytes: Buffer, from: number): Row => {
      const row: Record<string, Cell> = isWhole ? {} : this.#schema.blank(table)
      let at = from + 2
      for (const [place, column] of columns.entries()) {
        const size = bytes.readInt32BE(at)
        at += 4
        row[column] = size < 0 ? null : binaryCell(types[place] ?? '', bytes, at, size)
        at += Math.max(0, size)
      }
      return row
    }
    return { table, types, keyAt, read }
  }

  /** A file of binary COPY into a table. */
  copy(transaction: Transaction, text: string, bytes: Buffer): void {
    let plan = this.#copies.get(text)
    if (plan === undefined) this.#copies.set(text, (plan = this.#copyPlan(text)))
    const { table } = plan
    const known = plan
    transaction.append(table, { size: bytes.length, rows: () => rowsIn(known, bytes) })
  }
}

interface CopyPlan {
  readonly table: Table
  readonly types: readonly string[]
  /** Where among the columns those of the key stand. */
  readonly keyAt: readonly number[]
  readonly read: (bytes: Buffer, at: number) => Row
}

const headerBytes = 19

function* rowsIn({ table, types, keyAt, read }: CopyPlan, bytes: Buffer): Generator<readonly [string, PackedRow]> {
  const starts = types.map(() => 0)
  for (let at = headerBytes; bytes.readInt16BE(at) !== -1;) {
    const began = at
    if (bytes.readInt16BE(at) !== types.length)
      throw new Refusal('22P04', `a row of COPY into ${table.name} has another length`)
    at += 2
    for (let place = 0; place < types.length; place += 1) {
      starts[place] = at
      at += 4 + Math.max(0, bytes.readInt32BE(at))
    }
    let key = ''
    for (const place of keyAt) key += nameOf(types[place] ?? '', bytes, starts[place] ?? 0)
    yield [key, new PackedRow(bytes, began, at, read)]
  }
}

// a cell's part of its row's name, as `keyOf` has it
function nameOf(type: string, bytes: Buffer, at: number): string {
  if (type === 'int8') return `${bytes.readInt32BE(at + 4) * 0x1_0000_0000 + bytes.readUInt32BE(at + 8)} `
  const cell = binaryCell(type, bytes, at + 4, bytes.readInt32BE(at))
  return `${Buffer.isBuffer(cell) ? cell.toString('hex') : String(cell)} `
}

function binaryCell(type: string, bytes: Buffer, at: number, size: number): Cell {
  if (type === 'int8') return bytes.readBigInt64BE(at)
  if (type === 'int4') return bytes.readInt32BE(at)
  if (type === 'int2') return bytes.readInt16BE(at)
  if (type === 'bool') return bytes[at] === 1
  return type === 'text' ? bytes.toString('utf8', at, at + size) : Buffer.from(bytes.subarray(at, at + size))
}

function rowOf(table: Table, columns: readonly string[], cells: readonly unknown[]): Row {
  const row: Record<string, Cell> = {}
  for (const [at, column] of columns.entries()) row[column] = cellOf(table.types.get(column) ?? '', cells[at])
  return row
}

function unnested(values: readonly unknown[]): unknown[][] {
  const [first] = values as readonly unknown[][]
  return (first ?? []).map((_, at) => values.map((column) => (column as unknown[])[at]))
}

function changed(
  table: Table,
  old: Row,
  set: ReturnType<typeof assignments>,
  read: (row: string, column: string) => Cell,
  values: readonly unknown[],
): Row {
  const next: Record<string, Cell> = { ...old }
  for (const [column, expression] of set) next[column] = cellOf(table.types.get(column) ?? '', expression(read, values))
  return next
}

function shown(rows: readonly Row[]): Result {
  const driver = rows.map((row) => {
    const shownRow: Record<string, unknown> = {}
    for (const name of Object.keys(row)) shownRow[name] = driven(row[name] ?? null)
    return shownRow
  })
  return { rows: driver, rowCount: rows.length }
}
