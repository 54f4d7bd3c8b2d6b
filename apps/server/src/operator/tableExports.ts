import { Readable } from 'node:stream'
import { exportLengthMax, exportNextHeader, exportPrefix, exportRowsMax } from '@truemark/protocol/exportFile'
import { deskExportRoutes } from '@truemark/protocol/routes/deskExports'
import type { ExportRoute } from '@truemark/protocol/routes/exportOf'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import * as z from 'zod/mini'
import { byteOrderMark, csvRow } from '../platform/csv.ts'
import { type Call, type Outcome, done, refused } from '../platform/http/call.ts'
import { isKeepable } from '../platform/http/json.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { Media } from '../platform/http/media.ts'
import { appendAudit } from './audit.store.ts'
import { type DeskPorts, actorOf } from './ports.ts'
import { type TableColumn, columnsOf } from './tableColumns.ts'

/** How many rows are asked for at a time, and are in memory beside the file. */
const pageRows = '500'
/** How many files are made, or are on their way to slow readers, at once. */
const runningMax = 4

type Ports = Pick<DeskPorts, 'database' | 'ids' | 'now'>
type ListHandler = (call: never) => Promise<Outcome<unknown>> | Outcome<unknown>
type ExportCall = Call<ExportRoute>
type Filters = Readonly<Record<string, string>>

const exportRoutes: readonly ExportRoute[] = Object.values(deskExportRoutes)
const filtersSchema = z.record(z.string(), z.string())
const pageSchema = z.object({ cursor: z.optional(z.nullable(z.string())) })

/** A gateway that remembers how the desk's lists are answered, and binds each list's file to the very same answer. */
export interface ListsNoted {
  readonly gateway: Gateway
  /** Binds the files; called once every list is bound. */
  bindExports(ports: Ports): void
}

/** Notes what is bound to the lists of which there is a file. */
export function noteLists(inner: Gateway): ListsNoted {
  const handlers = new Map<string, ListHandler>()
  const wanted = new Set(exportRoutes.map(({ list }) => list.path))
  const bind: Gateway['bind'] = (route, handler) => {
    if (route.method === 'GET' && wanted.has(route.path)) handlers.set(route.path, handler)
    inner.bind(route, handler)
  }
  return {
    gateway: { ...inner, bind },
    bindExports: (ports) => {
      let running = 0
      for (const route of exportRoutes) {
        const handler = handlers.get(route.list.path)
        if (handler === undefined) throw new Error(`nobody answers ${route.list.path}`)
        const table = { route, columns: columnsOf(rowOf(route), route.without), handler }
        inner.bind(route, async (call) => {
          if (running >= runningMax) return refused('export_busy')
          running += 1
          // a file that is being read holds its place until it is over
          const over = (): void => void (running -= 1)
          const outcome = await exported(ports, table, call).catch((error: unknown) => {
            over()
            throw error
          })
          if (outcome.ok && outcome.data.bytes instanceof Readable) outcome.data.bytes.once('close', over)
          else over()
          return outcome
        })
      }
    },
  }
}

interface Table {
  readonly route: ExportRoute
  readonly columns: readonly TableColumn[]
  readonly handler: ListHandler
}

/** The schema of one row of a route's list. */
function rowOf({ list, of }: ExportRoute): z.core.$ZodType {
  const { answer }: { answer: z.core.$ZodType } = list
  const rows = answer instanceof z.core.$ZodObject ? answer._zod.def.shape[of ?? 'items'] : answer
  if (!(rows instanceof z.core.$ZodArray)) throw new Error(`${list.path} has no list ${of ?? 'items'}`)
  return rows._zod.def.element
}

interface Made {
  readonly pieces: readonly string[]
  readonly rows: number
  /** Where the next file begins; null where the list is at its end. */
  readonly next: string | null
}

/**
 * Makes a list's file: whole in memory, since it is bounded, so that the audit log says how many rows it has before a byte
 * of it leaves. Each page is answered as the list itself is, by the same policy, filters and entries about whom was read.
 */
async function exported(ports: Ports, table: Table, call: ExportCall): Promise<Outcome<Media>> {
  const { route } = table
  const query: unknown = call.query
  const filters = z.parse(filtersSchema, query ?? {})
  // the audit log could not say by what it was filtered
  const odd = Object.entries(filters).find(([, text]) => !isKeepable(text))
  if (odd !== undefined) return refused('field_malformed', { field: odd[0] })
  const made = await pagesOf(table, call, filters)
  if (!made.ok) return made
  const { pieces, rows, next } = made.data
  const name = tableName(route)
  const actor = await actorOf(ports, call.caller)
  const params: unknown = call.params
  const of = z.parse(filtersSchema, params ?? {})
  const detail = { ...of, ...filters, rows: String(rows), ...(next === null ? {} : { next }) }
  const touched = Object.values(of).filter((id) => ports.ids.read('user', id) !== null)
  await ports.database.transaction((client) =>
    appendAudit(client, { actor, action: 'table_exported', subject: name, reason: '', detail, touched }),
  )
  const headers: Filters = next === null ? {} : { [exportNextHeader]: next }
  const fileName = `${name}-${stampOf(ports.now())}.csv`
  return done(new Media('text/csv; charset=utf-8', Readable.from(pieces), fileName, null, headers))
}

async function pagesOf({ route, columns, handler }: Table, call: ExportCall, filters: Filters): Promise<Outcome<Made>> {
  const pieces = [byteOrderMark + csvRow(columns.map(({ name }) => name))]
  let { cursor } = filters
  let [rows, length] = [0, 0]
  for (;;) {
    const query = { ...filters, ...(cursor === undefined ? {} : { cursor }), ...limitOf(route.list) }
    const outcome = await handler({ ...call, query } as never)
    if (!outcome.ok) return outcome
    const found = rowsIn(outcome.data, route.of)
    const piece = found.map((row) => csvRow(columns.map(({ text }) => text(row)))).join('')
    pieces.push(piece)
    rows += found.length
    length += piece.length
    const page = pageSchema.safeParse(outcome.data)
    cursor = (page.success ? page.data.cursor : null) ?? undefined
    if (cursor === undefined) return done({ pieces, rows, next: null })
    if (rows >= exportRowsMax || length >= exportLengthMax) return done({ pieces, rows, next: cursor })
  }
}

function limitOf({ query }: RouteDefinition): Filters {
  return query instanceof z.core.$ZodObject && 'limit' in query._zod.def.shape ? { limit: pageRows } : {}
}

function rowsIn(data: unknown, of: string | null): readonly unknown[] {
  const rows: unknown = Array.isArray(data)
    ? data
    : Object.entries(data ?? {}).find(([name]) => name === (of ?? 'items'))?.[1]
  return Array.isArray(rows) ? rows : []
}

/** What a table is called in the audit log and in its file's name: its path without whose it is. */
function tableName({ path }: ExportRoute): string {
  const parts = path.slice(exportPrefix.length + 1).split('/')
  return parts.filter((part) => !part.startsWith('{')).join('-')
}

/** A moment of UTC as a file's name can bear it: 20261130T115000Z. */
function stampOf(time: number): string {
  return new Date(time).toISOString().replaceAll(/[-:]|\.[0-9]+/g, '')
}
