import { formatDecimal } from '@truemark/core/money/decimal'
import { type Place, placeIn } from '../platform/http/page.ts'
import type { DerivativePorts } from './ports.ts'

/** The fields by which the lists of contracts and perpetuals are asked. */
export interface PageQuery {
  readonly cursor?: string | undefined
  readonly limit?: string | undefined
  readonly status?: 'open' | 'history' | undefined
  readonly symbol?: string | undefined
}

/** Where a page begins and what it holds, or why it can't be given. */
export type PageAt =
  | (Place & { readonly ok: true; readonly listing: number | undefined })
  | { readonly ok: false; readonly reason: 'field_malformed' | 'symbol_unknown' }

/** Reads the fields of a list. */
export function pageAt({ catalogue, ids }: DerivativePorts, query: PageQuery): PageAt {
  const place = placeIn(ids, 'derivative', query)
  if (place === null) return { ok: false, reason: 'field_malformed' }
  const listing = query.symbol === undefined ? undefined : catalogue.byCode(query.symbol)
  if (query.symbol !== undefined && listing === undefined) return { ok: false, reason: 'symbol_unknown' }
  return { ok: true, ...place, listing: listing?.id }
}

/** The figures that a refusal's text names beyond those that the engine gives; undefined for none. */
export function figuresOf(
  { catalogue }: Pick<DerivativePorts, 'catalogue'>,
  reason: string,
  symbol: string | undefined,
): Record<string, string> | undefined {
  const listing = symbol === undefined ? undefined : catalogue.byCode(symbol)
  if (listing === undefined) return undefined
  return reason === 'price_off_tick' ? { tick: formatDecimal(1, listing.priceDecimals) } : undefined
}
