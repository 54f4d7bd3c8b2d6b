import { type Outcome, done, refused } from '../platform/http/call.ts'
import { type PageQuery, type Place, placeIn } from '../platform/http/page.ts'
import type { IdKind, PublicIds } from '../platform/publicId.ts'
import type { Catalogue } from './catalogue.ts'

/** The fields by which lists of orders and the like are asked. */
export interface ListQuery extends PageQuery {
  readonly status?: 'open' | 'history' | undefined
  readonly symbol?: string | undefined
  readonly id?: string | undefined
}

/** Where a page begins, and of which market alone. */
export interface ListPlace extends Place {
  readonly listing: number | undefined
}

/** The place that a query asks for in a list of one market or of all. */
export function placeInList(
  { catalogue, ids }: { readonly catalogue: Catalogue; readonly ids: Pick<PublicIds, 'read'> },
  kind: IdKind,
  query: ListQuery,
): Outcome<ListPlace> {
  const place = placeIn(ids, kind, query)
  if (place === null) return refused('field_malformed')
  const listing = query.symbol === undefined ? undefined : catalogue.byCode(query.symbol)?.id
  if (query.symbol !== undefined && listing === undefined) return refused('symbol_unknown')
  return done({ ...place, listing })
}
