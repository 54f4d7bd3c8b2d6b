import { hash } from 'node:crypto'
import { pageLimit } from '@truemark/protocol/values'
import { type Outcome, done, refused } from './call.ts'

/** A page of a short list that is at hand whole. */
export interface Page<T> {
  readonly items: T[]
  readonly cursor: string | null
}

const cursorLength = 16

interface PageQuery {
  readonly cursor?: string | undefined
  readonly limit?: string | undefined
}

/** Answers with the page of `items` that a query asks for; see {@link pageIn}. */
export function paged<T>(items: readonly T[], query: PageQuery, nameOf: (item: T) => string): Outcome<Page<T>> {
  const page = pageIn(items, query, nameOf)
  return page === null ? refused('field_malformed', { field: 'cursor' }) : done(page)
}

/**
 * The page of `items` that a query asks for; `nameOf` tells one item from all others. Null where the cursor is of none
 * that is there: it was never given, or what it stands for has gone, and the list is read anew.
 */
export function pageIn<T>(items: readonly T[], query: PageQuery, nameOf: (item: T) => string): Page<T> | null {
  const cursorOf = (item: T): string => hash('sha256', nameOf(item), 'base64url').slice(0, cursorLength)
  const last = query.cursor === undefined ? -1 : items.findIndex((item) => cursorOf(item) === query.cursor)
  if (query.cursor !== undefined && last < 0) return null
  const shown = items.slice(last + 1, last + 1 + pageLimit(query.limit))
  const end = shown.at(-1)
  const isAll = last + 1 + shown.length >= items.length
  return { items: shown, cursor: isAll || end === undefined ? null : cursorOf(end) }
}
