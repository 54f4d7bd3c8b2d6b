import { pageLimit } from '@truemark/protocol/values'
import type { IdKind, PublicIds } from '../platform/publicId.ts'

interface PlaceQuery {
  readonly cursor?: string | undefined
  readonly limit?: string | undefined
  /** The one that is meant, in place of a page. */
  readonly id?: string | undefined
}

/** Where a page of a list that ids number begins: before which number, and how many; null for an id that is none. */
export function placeIn(
  ids: PublicIds,
  kind: IdKind,
  { cursor, limit, id }: PlaceQuery,
): { readonly before: number | null; readonly limit: number } | null {
  if (id !== undefined) {
    const one = ids.read(kind, id)
    return one === null ? null : { before: one + 1, limit: 1 }
  }
  const before = cursor === undefined ? null : ids.read(kind, cursor)
  if (cursor !== undefined && before === null) return null
  return { before, limit: pageLimit(limit) }
}
