import * as z from 'zod/mini'
import type { Reason } from '../errors.ts'
import { id, page, pageOf, symbol } from '../values.ts'
import { defineRoute } from './route.ts'

/** A list of orders or positions of a product: the open ones or those that are done with. */
export function ordersList<const Path extends string, Item extends z.ZodMiniType>(
  path: Path,
  item: Item,
  summary: string,
) {
  return defineRoute({
    method: 'GET',
    path,
    access: 'user',
    byKey: 'read',
    query: z.object({ ...page, status: z.optional(z.enum(['open', 'history'])), symbol: z.optional(symbol) }),
    answer: pageOf(item),
    errors: ['field_malformed', 'symbol_unknown'],
    summary,
  })
}

/** Cancels all open orders of a product; `first` are the refusals that come before its own. */
export function ordersCancel<const Path extends string>(path: Path, first: readonly Reason[], summary: string) {
  return defineRoute({
    method: 'DELETE',
    path,
    access: 'user',
    byKey: 'trade',
    query: z.object({ symbol: z.optional(symbol) }),
    answer: z.object({ canceled: z.int() }),
    errors: [...first, 'field_malformed', 'symbol_unknown'],
    idempotent: true,
    summary,
  })
}

/** Cancels one open order; `first` are the refusals that come before its own. */
export function orderCancel<const Path extends string, Item extends z.ZodMiniType>(
  path: Path,
  item: Item,
  first: readonly Reason[],
  summary: string,
) {
  return defineRoute({
    method: 'DELETE',
    path,
    access: 'user',
    byKey: 'trade',
    params: z.object({ id }),
    answer: item,
    errors: [...first, 'not_owner', 'order_unknown', 'order_done'],
    idempotent: true,
    summary,
  })
}
