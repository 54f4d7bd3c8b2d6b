import * as z from 'zod/mini'
import type { Access } from '../access.ts'
import { exportPathOf } from '../exportFile.ts'
import type { RouteDefinition } from './route.ts'

interface ExportOptions {
  /** Which field of the answer is the list; `items`, or the answer itself, unless said otherwise. */
  readonly of?: string
  /** Fields that no file holds. */
  readonly without?: readonly string[]
}

/** A list as a file: who may read the list may have it, by the same filters. */
export interface ExportRoute extends RouteDefinition {
  readonly access: Exclude<Access, 'guest'>
  readonly media: 'text/csv'
  readonly list: RouteDefinition
  readonly of: string | null
  readonly without: readonly string[]
}

/** The route by which a list of the desk is had as a file. */
export function exportOf(list: RouteDefinition, { of, without = [] }: ExportOptions = {}): ExportRoute {
  const { limit: _, ...filters } = list.query instanceof z.ZodMiniObject ? list.query.shape : { limit: null }
  return {
    method: 'GET',
    path: exportPathOf(list, of),
    // what everybody may read, the desk saves
    access: list.access === 'guest' ? 'desk' : list.access,
    ...(list.params === undefined ? {} : { params: list.params }),
    ...(list.query === undefined ? {} : { query: z.object(filters) }),
    // an entry of the audit log: nobody has a file by HEAD
    changes: true,
    media: 'text/csv',
    answer: z.null(),
    errors: [...new Set([...list.errors, 'export_busy'] as const)],
    summary: `As CSV, ${of === undefined ? '' : `\`${of}\` of this: `}${list.summary}`,
    list,
    of: of ?? null,
    without,
  }
}
