import { millis } from '@truemark/protocol/values'
import * as z from 'zod/mini'
import { isoTime } from '../platform/csv.ts'

/** One column of a table as a file: its name, and what stands in it of a row. */
export interface TableColumn {
  readonly name: string
  readonly text: (row: unknown) => string
}

type Schema = z.core.$ZodType
type Write = (value: unknown) => string

/**
 * The columns of the rows of a list, out of the list's own schema, so that a field that is added to a list is a column of
 * its file. The fields of an object within a row are columns too; a list within a row, and whatever else is no single
 * value, is JSON in its cell.
 */
export function columnsOf(row: Schema, without: readonly string[]): TableColumn[] {
  const bare = bareOf(row)
  if (!(bare instanceof z.core.$ZodObject)) throw new Error('a list whose rows are no objects has no columns')
  return fieldsOf(bare, []).filter(({ name }) => !without.includes(name))
}

function fieldsOf(object: z.core.$ZodObject, path: readonly string[]): TableColumn[] {
  return Object.entries(object._zod.def.shape).flatMap(([field, schema]) => {
    const [way, bare] = [[...path, field], bareOf(schema)]
    if (bare instanceof z.core.$ZodObject) return fieldsOf(bare, way)
    const write = writerOf(bare)
    return [{ name: way.join('_'), text: (row) => write(valueAt(row, way)) }]
  })
}

/** A schema without what only says that a value may be absent. */
function bareOf(schema: Schema): Schema {
  const isWrapped =
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  return isWrapped ? bareOf(schema._zod.def.innerType) : schema
}

function writerOf(schema: Schema): Write {
  if (schema === millis) return (value) => (typeof value === 'number' ? isoTime(value) : '')
  return (value) => (typeof value === 'string' ? value : value === null ? '' : (JSON.stringify(value) ?? ''))
}

function valueAt(row: unknown, way: readonly string[]): unknown {
  let value = row
  for (const field of way) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.getOwnPropertyDescriptor(value, field)?.value
  }
  return value
}
