import { hash } from 'node:crypto'
import { pageLimit } from '@truemark/protocol/values'
import type { IdKind, PublicIds } from '../publicId.ts'
import { type Outcome, done, refused } from './call.ts'

/** A page of a short list that is at hand whole. */
export interface Page<T> {
  readonly items: T[]
  readonly cursor: string | null
}

const cursorLength = 16

/** The fields by which a page is asked for. */
export interface PageQuery {
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

/** Where a page of rows begins: before which number, and how many they are at most. */
export interface Place {
  readonly before: number | null
  readonly limit: number
  /** The one that is meant, in place of a page. */
  readonly id?: string | undefined
}

/** The place that a query asks for in a list that ids number; null for a malformed id. */
export function placeIn(
  ids: Pick<PublicIds, 'read'>,
  kind: IdKind,
  { cursor, limit, id }: PageQuery & Pick<Place, 'id'>,
): Place | null {
  if (id !== undefined) {
    const one = ids.read(kind, id)
    return one === null ? null : { before: one + 1, limit: 1, id }
  }
  const before = cursor === undefined ? null : ids.read(kind, cursor)
  if (cursor !== undefined && before === null) return null
  return { before, limit: pageLimit(limit) }
}

/** Answers with the page that stands at a place; of the one that is meant nothing follows. */
export function pageAtPlace<T>(items: T[], { limit, id }: Place, idOf: (item: T) => string): Outcome<Page<T>> {
  if (id !== undefined) return done({ items: items.filter((item) => idOf(item) === id), cursor: null })
  return fullPage(items, limit, idOf)
}

/** Answers with the items found where `limit` were sought: a full page may be followed by more. */
export function fullPage<T>(items: T[], limit: number, idOf: (item: T) => string): Outcome<Page<T>> {
  const last = items.at(-1)
  return done({ items, cursor: last !== undefined && items.length === limit ? idOf(last) : null })
}
