import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {import('./rowShape.mjs').Kinds} Kinds */
/** @typedef {{ fields: { name: string }[], rows: Record<string, unknown>[] }} Answer of the driver */

const rowsMax = 50
/** @type {Set<string>} */
const met = new Set()
/** Where a whole run notes which queries it met. */
const notes = process.env['ROWS_MET']
const faultsKey = Symbol.for('truemark.rowFaults')

/**
 * What was found in this process; one list, however often this module was bundled.
 * @returns {Set<string>}
 */
export function rowFaults() {
  const shared = /** @type {Record<symbol, Set<string> | undefined>} */ (/** @type {unknown} */ (globalThis))
  return (shared[faultsKey] ??= new Set())
}

/**
 * Holds what a query gave against the type that it says its rows are of, which the compiler believes: that each column
 * is there, and that each value of the first rows is of a kind that the type allows. The query goes on in any case.
 * @template {Answer} T
 * @param {Promise<T>} asked
 * @param {string} place of the query in the sources
 * @param {Record<string, string[]>} columns and the kinds of values of each
 * @returns {Promise<T>}
 */
export async function rowsOf(asked, place, columns) {
  const answer = await asked
  const fault = faultOf(answer, columns)
  if (fault !== null) rowFaults().add(`${place}: ${fault}`)
  if (notes !== undefined && !met.has(place)) {
    met.add(place)
    appendFileSync(join(notes, String(process.pid)), `${place}\n`)
  }
  return answer
}

/**
 * The first column that is not what its type says, in words; null where all are.
 * @param {Answer} answer
 * @param {Record<string, string[]>} columns
 * @returns {string | null}
 */
export function faultOf({ fields, rows }, columns) {
  const names = new Set(fields.map(({ name }) => name))
  for (const [column, kinds] of Object.entries(columns)) {
    if (!names.has(column)) {
      if (kinds.includes('absent')) continue
      return `there is no column ${column}`
    }
    for (const row of rows.slice(0, rowsMax)) {
      const kind = kindOf(row[column])
      if (!allows(kinds, kind, row[column])) return `${column} is ${kind}, and its type says ${kinds.join(' or ')}`
    }
  }
  return null
}

/** @param {unknown} value */
function kindOf(value) {
  if (value === null) return 'null'
  if (value instanceof Date) return 'date'
  if (value instanceof Uint8Array) return 'bytes'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

/**
 * @param {string[]} kinds
 * @param {string} kind
 * @param {unknown} value
 */
function allows(kinds, kind, value) {
  // what JSON holds is looked into by whoever reads it
  if (kinds.includes(kind) || kinds.includes('other')) return true
  return kind === 'string' && kinds.includes(`=${String(value)}`)
}
