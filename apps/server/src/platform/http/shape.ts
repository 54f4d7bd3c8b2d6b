import type { Reason } from '@truemark/protocol/errors'
import { productsUnknown } from '@truemark/protocol/product/all'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { type Reader, type ShapeFault, type Shaped, readerOf } from '@truemark/protocol/strict'
import type { Outcome } from './call.ts'

/** How the parts of a route's calls are read, prepared once. */
export interface Readers {
  readonly body: Reader
  readonly query: Reader
  readonly params: Reader
}

const prepared = new WeakMap<RouteDefinition, Readers>()

/**
 * What changes something takes no field that it does not know, in body and query alike: `symbl` in the query of a call
 * that cancels orders would cancel all of them. What only reads leaves such a field out.
 */
export function readersOf(route: RouteDefinition): Readers {
  const known = prepared.get(route)
  if (known !== undefined) return known
  const { method, body, query, params } = route
  const unknownFields = method === 'GET' ? 'left out' : 'refused'
  const readers = {
    body: readerOf(body, unknownFields),
    query: readerOf(query, unknownFields),
    params: readerOf(params, 'left out'),
  }
  prepared.set(route, readers)
  return readers
}

/** What is told where the body is no JSON: what it was about could not be read, and so is not unknown. */
const unnamed: readonly Reason[] = [
  'symbol_unknown',
  'currency_unknown',
  'account_invalid',
  'exchange_pair_invalid',
  ...productsUnknown,
]

/** Whether a refusal is for the fault that travelled with its call. */
export function isOfFault(reason: Reason, fault: ShapeFault): boolean {
  return reason === fault.reason || (fault === unread.fault && unnamed.includes(reason))
}

/** A body that is no JSON, or was cut. */
export const unread = { ok: false, fault: { reason: 'request_malformed', field: '' } } as const
/** A malformed idempotency key. */
export const keyFault: ShapeFault = { reason: 'field_malformed', field: 'Idempotency-Key' }

/** What is wrong with the parts of a call: a whole that can't be read comes before its parts. */
export function faultOf(parts: readonly Shaped[]): ShapeFault | null {
  let first: ShapeFault | null = null
  for (const part of parts) {
    if (part.ok) continue
    if (part.fault.reason === 'request_malformed') return part.fault
    first ??= part.fault
  }
  return first
}

/** The refusal for a fault, which names its field. */
export function refusalOf({ reason, field }: ShapeFault): Outcome<never> {
  return { ok: false, reason, params: field === '' ? undefined : { field } }
}
