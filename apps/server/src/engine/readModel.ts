import type { HolderId } from '@truemark/core/ledger/holders'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import { BinaryRows } from './copyBinary.ts'

/** A column of a read model: how a value is written in a binary COPY, and read from what the driver gives. */
export interface Column<V> {
  /** Its name in the table; undefined where it is its field's, with underscores. */
  readonly name: string | undefined
  put(rows: BinaryRows, value: V): void
  read(stored: unknown): V
}

/** A row as the driver gives it. */
type Stored = Readonly<Record<string, unknown>>
type Columns = Readonly<Record<string, Column<unknown>>>
type Row<C extends Columns> = { readonly [K in keyof C]: C[K] extends Column<infer V> ? V : never }

/** A table that a projection appends to: what its columns are called, and what stands in them. */
export interface ReadModel<Written, Read = Written> {
  /** The table with the columns that are written, as COPY names them. */
  readonly target: string
  /** All of its columns, for a SELECT. */
  readonly columns: string
  rows(written: readonly Written[]): BinaryRows
  readonly read: (row: Stored) => Read
}

/** A row of a read model as the program has it. */
export type RowOf<M> = M extends ReadModel<never, infer Read> ? Read : never
/** A row of a read model as the driver gives it: tests hold what comes against the columns' kinds. */
export type StoredOf<M> = M extends ReadModel<never, unknown> ? Stored : never

/**
 * Describes a table: the columns that a COPY writes, in its order, and those that are filled in later. Fields are the
 * program's names, columns the same with underscores where they are given no other.
 */
export function readModel<C extends Columns, L extends Columns = Record<never, never>>(
  table: string,
  written: C,
  later?: L,
): ReadModel<Row<C>, Row<C & L>> {
  const partOf = ([field, column]: [string, Column<unknown>]) => ({
    field,
    column,
    name: column.name ?? underscored(field),
  })
  const own = Object.entries(written).map(partOf)
  const all = [...own, ...Object.entries(later ?? {}).map(partOf)]
  return {
    target: `${table} (${own.map(({ name }) => name).join(', ')})`,
    columns: all.map(({ name }) => name).join(', '),
    rows: (records) => {
      const rows = new BinaryRows()
      for (const record of records) {
        rows.row(own.length)
        for (const { field, column } of own) column.put(rows, record[field])
      }
      return rows
    },
    read: (row) => {
      const record: Record<string, unknown> = {}
      for (const { field, column, name } of all) record[field] = column.read(row[name])
      return record as Row<C & L>
    },
  }
}

function underscored(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function asNumber(stored: unknown): number {
  if (typeof stored !== 'number') throw new TypeError(`the database gave no number: ${String(stored)}`)
  return stored
}

function asText(stored: unknown): string {
  if (typeof stored !== 'string') throw new TypeError(`the database gave no text: ${String(stored)}`)
  return stored
}

/** A holder. */
export const holder = (name?: string): Column<HolderId> => ({
  name,
  put: (rows, value) => void rows.holder(value),
  read: asNumber,
})

/** A whole number of 16 bits. */
export const int2 = (name?: string): Column<number> => ({
  name,
  put: (rows, value) => void rows.int2(value),
  read: asNumber,
})

/** A whole number of 32 bits. */
export const int4 = (name?: string): Column<number> => ({
  name,
  put: (rows, value) => void rows.int4(value),
  read: asNumber,
})

/** A whole number of 64 bits that is below 2⁵³: ids, times, ticks, steps. */
export const integer = (name?: string): Column<number> => ({
  name,
  put: (rows, value) => void rows.int8(value),
  read: (stored) => integerOf(asText(stored)),
})

/** A whole number of 64 bits. */
export const amount = (name?: string): Column<bigint> => ({
  name,
  put: (rows, value) => void rows.int8(value),
  read: (stored) => BigInt(asText(stored)),
})

export const bool = (name?: string): Column<boolean> => ({
  name,
  put: (rows, value) => void rows.bool(value),
  read: (stored) => {
    if (typeof stored !== 'boolean') throw new TypeError('the database gave no truth: neither true nor false')
    return stored
  },
})

/** Bytes, or a uuid. */
export const bytes = (name?: string): Column<Uint8Array> => ({
  name,
  put: (rows, value) => void rows.bytea(value),
  read: (stored) => {
    if (!(stored instanceof Uint8Array)) throw new TypeError('the database gave no bytes')
    return stored
  },
})

export const text = (name?: string): Column<string> => ({
  name,
  put: (rows, value) => void rows.text(value),
  read: asText,
})

/** One of some words, as itself. */
export const spelt = <const W extends string>(words: readonly W[], name?: string): Column<W> => ({
  name,
  put: (rows, value) => void rows.text(value),
  read: (stored) =>
    wordAt(
      words,
      words.findIndex((word) => word === stored),
    ),
})

/** One of some words, as its place among them. */
export const word = <const W extends string>(words: readonly W[], name?: string): Column<W> => ({
  name,
  put: (rows, value) => {
    const place = words.indexOf(value)
    // a place that no word has could be read by nobody
    if (place < 0) throw new TypeError(`${value} is none of ${words.join(', ')}`)
    rows.int2(place)
  },
  read: (stored) => wordAt(words, asNumber(stored)),
})

/** A column that may be empty. */
export const maybe = <V>(column: Column<V>): Column<V | null> => ({
  name: column.name,
  put: (rows, value) => {
    if (value === null) rows.null()
    else column.put(rows, value)
  },
  read: (stored) => (stored === null ? null : column.read(stored)),
})
