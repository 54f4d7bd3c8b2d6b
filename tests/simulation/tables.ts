import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export type Cell = string | number | bigint | boolean | Buffer | null
export type Row = Readonly<Record<string, Cell>>

/** A row as COPY brought it: most are read by nobody before the end, so that its bytes are kept and read when asked. */
export class PackedRow {
  readonly #bytes: Buffer
  readonly #from: number
  readonly #to: number
  readonly #read: (bytes: Buffer, at: number) => Row

  constructor(bytes: Buffer, from: number, to: number, read: (bytes: Buffer, at: number) => Row) {
    this.#bytes = bytes
    this.#from = from
    this.#to = to
    this.#read = read
  }

  row(): Row {
    return this.#read(this.#bytes, this.#from)
  }

  /** Whether it is the other to the byte. */
  equals(other: PackedRow): boolean {
    return this.#bytes.compare(other.#bytes, other.#from, other.#to, this.#from, this.#to) === 0
  }
}

/** A row that a statement has changed: what it says now is reckoned when somebody asks. */
export class LateRow {
  readonly #old: Kept
  readonly #change: (old: Row) => Row

  constructor(old: Kept, change: (old: Row) => Row) {
    this.#old = old
    this.#change = change
  }

  row(): Row {
    return this.#change(rowOfKept(this.#old))
  }
}

/** A row as a table keeps it. */
export type Kept = Row | PackedRow | LateRow

/** The columns of a row that is kept. */
export function rowOfKept(kept: Kept): Row {
  return kept instanceof PackedRow || kept instanceof LateRow ? kept.row() : kept
}

/** All rows of one COPY. Until somebody looks for one of its table they are not even told apart. */
export interface Run {
  readonly size: number
  readonly rows: () => Iterable<readonly [key: string, row: PackedRow]>
}

/** A table in memory, by its key. */
export class Table {
  readonly name: string
  /** The type of each column, as the migrations say. */
  readonly types: ReadonlyMap<string, string>
  readonly primaryKey: readonly string[]
  readonly #rows = new Map<string, Kept>()
  #runs: Run[] = []

  constructor(name: string, types: ReadonlyMap<string, string>, primaryKey: readonly string[]) {
    this.name = name
    this.types = types
    this.primaryKey = primaryKey
  }

  /** All rows by their keys. Throws where a key came twice. */
  get rows(): ReadonlyMap<string, Kept> {
    return this.#settled()
  }

  set(key: string, row: Kept): void {
    this.#settled().set(key, row)
  }

  delete(key: string): void {
    this.#settled().delete(key)
  }

  append(run: Run): void {
    this.#runs.push(run)
  }

  /** Makes untrue that a run was appended; whatever came after it has been taken back before. */
  takeBack(run: Run): void {
    const at = this.#runs.lastIndexOf(run)
    if (at >= 0) this.#runs.splice(at, 1)
    else for (const [key] of run.rows()) this.#rows.delete(key)
  }

  /** How large it is, without telling its rows apart: two that happened alike have the same. */
  get size(): string {
    return `${this.#rows.size} rows, ${this.#runs.reduce((sum, { size }) => sum + size, 0)} bytes`
  }

  #settled(): Map<string, Kept> {
    if (this.#runs.length === 0) return this.#rows
    const runs = this.#runs
    this.#runs = []
    for (const run of runs) {
      for (const [key, row] of run.rows()) {
        const before = this.#rows.size
        this.#rows.set(key, row)
        if (this.#rows.size === before) throw new Error(`a row of ${this.name} was there already`)
      }
    }
    return this.#rows
  }
}

const kinds: Readonly<Record<string, string>> = {
  smallint: 'int2',
  int: 'int4',
  integer: 'int4',
  bigint: 'int8',
  text: 'text',
  boolean: 'bool',
  bytea: 'bytea',
  uuid: 'uuid',
}

interface Shape {
  readonly types: Map<string, string>
  primaryKey: string[]
  readonly defaults: Map<string, Cell>
}

const words = (list: string): string[] => list.split(',').map((word) => word.trim())

function readLine(shape: Shape, line: string): void {
  const key = /^PRIMARY KEY \(([^)]+)\)/.exec(line)
  if (key?.[1] !== undefined) shape.primaryKey = words(key[1])
  const column = /^(\w+) (\w+)(.*)$/.exec(line)
  const type = kinds[column?.[2] ?? '']
  if (column?.[1] === undefined || type === undefined) return
  shape.types.set(column[1], type)
  if (/PRIMARY KEY/.test(column[3] ?? '')) shape.primaryKey = [column[1]]
  const fallback = /DEFAULT (?:'([^']*)'|(-?\d+)|(true|false))/.exec(column[3] ?? '')
  if (fallback === null) return
  const [, text, digits, word] = fallback
  const number = type === 'int8' ? BigInt(digits ?? 0) : Number(digits ?? 0)
  shape.defaults.set(column[1], word === undefined ? (digits === undefined ? (text ?? '') : number) : word === 'true')
}

/** The tables that the product's own migrations make, as far as their columns and keys go. */
export class Schema {
  readonly #shapes = new Map<string, Shape>()
  readonly #blanks = new Map<string, Record<string, Cell>>()

  constructor(folder: string) {
    for (const file of readdirSync(folder).toSorted()) {
      const text = readFileSync(join(folder, file), 'utf8').replaceAll(/--.*$/gm, '')
      for (const [, name = '', body = ''] of text.matchAll(/CREATE TABLE (\w+) \(([\s\S]*?)\n\)/g)) {
        const shape: Shape = { types: new Map(), primaryKey: [], defaults: new Map() }
        for (const line of body.split('\n')) readLine(shape, line.trim())
        this.#shapes.set(name, shape)
      }
      for (const [, name = '', body = ''] of text.matchAll(/ALTER TABLE (\w+)\b([^;]*);/g)) {
        const shape = this.#shapes.get(name)
        for (const [, line = ''] of body.matchAll(/ADD COLUMN ([^,;]+)/g)) if (shape) readLine(shape, line.trim())
        for (const [, line = ''] of body.matchAll(/ADD (PRIMARY KEY \([^)]+\))/g)) if (shape) readLine(shape, line)
      }
    }
  }

  /** An empty table of this name. */
  table(name: string): Table {
    const shape = this.#shapes.get(name)
    if (shape === undefined || shape.primaryKey.length === 0) throw new Error(`no table ${name} with a key is known`)
    return new Table(name, shape.types, shape.primaryKey)
  }

  /** A row of the table's own defaults. */
  blank(table: Table): Record<string, Cell> {
    let blank = this.#blanks.get(table.name)
    if (blank === undefined) {
      blank = {}
      for (const column of table.types.keys())
        blank[column] = this.#shapes.get(table.name)?.defaults.get(column) ?? null
      this.#blanks.set(table.name, blank)
    }
    return { ...blank }
  }
}

/** What stands in a column of this type, from whatever the driver was handed. */
export function cellOf(type: string, value: unknown): Cell {
  return value === null || value === undefined ? null : (cells[type] ?? textCell)(value)
}

/** By type of a column: how whatever the driver was handed stands in it. */
const cells: Readonly<Record<string, (value: unknown) => Cell>> = {
  int8: (value) => (typeof value === 'bigint' ? value : BigInt(value as number | string)),
  int2: Number,
  int4: Number,
  bytea: cellBytes,
  uuid: cellBytes,
}

function textCell(value: unknown): Cell {
  if (typeof value === 'boolean' || typeof value === 'string') return value
  throw new TypeError('no text was given to a column of text')
}

function cellBytes(value: unknown): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value)
  if (typeof value !== 'string') throw new TypeError('no bytes were given to a column of bytes')
  return Buffer.from(value.replaceAll('-', ''), 'hex')
}

/** As the driver hands a cell over. */
export function driven(cell: Cell): unknown {
  return typeof cell === 'bigint' ? String(cell) : cell
}

/** A row's name among its table's, by its key. */
export function keyOf(table: Table, row: Row): string {
  let name = ''
  for (const column of table.primaryKey) {
    const cell = row[column] ?? null
    name += `${Buffer.isBuffer(cell) ? cell.toString('hex') : String(cell)} `
  }
  return name
}
