import { intBytesMax, putI53, putU53, type Reader, type Writer } from '../codec/bytes.ts'
import type { SpotEvent } from './event.ts'
import { closeReasons, kindCodec, sideCodec, timeInForceCodec, timesInForce } from './order.ts'
import type { CloseReason, SpotOrder } from './order.ts'

type Terms = 'listing' | 'side' | 'kind' | 'timeInForce' | 'price' | 'quantity' | 'feeRateMaker' | 'feeRateTaker'

/** What a placed order was and what became of it within its own command; units as in the facts. */
export interface Placed extends Pick<SpotOrder, Terms> {
  readonly order: number
  readonly budget: number
  readonly filled: number
  readonly quoteFilled: number
  readonly feePaid: number
  readonly status: 'new' | 'filled' | 'canceled'
  readonly reason: CloseReason | null
}

/**
 * What became of the order that the first of the facts accepted, summed from them: one that ended within its own command
 * is no longer in the state. Null where they are no order's.
 */
export function placedOf(events: readonly SpotEvent[]): Placed | null {
  const [first] = events
  if (first?.type !== 'spotOrderAccepted') return null
  let filled = 0
  let quoteFilled = 0
  let feePaid = 0
  let done = false
  let closed: (SpotEvent & { type: 'spotOrderClosed' }) | null = null
  for (let at = 1; at < events.length; at++) {
    const event = events[at]
    if (event.type === 'spotTraded') {
      filled += event.quantity
      quoteFilled += event.quoteAmount
      feePaid += event.takerFee
      done = event.takerFilled
    } else if (event.type === 'spotOrderClosed' && event.order === first.order) closed = event
  }
  const { order, listing, side, kind, timeInForce, price, quantity, budget, feeRateMaker, feeRateTaker } = first
  return {
    order,
    listing,
    side,
    kind,
    timeInForce,
    price,
    quantity,
    budget,
    filled,
    quoteFilled,
    feePaid,
    feeRateMaker,
    feeRateTaker,
    status: closed ? closed.status : done ? 'filled' : 'new',
    reason: closed ? closed.reason : done ? 'filled' : null,
  }
}

const placedBytesMax = 15 * intBytesMax

/** Writes what {@link placedOf} gives of the facts, at most 120 bytes; nothing where they are no order's. */
export function writePlaced(writer: Writer, events: readonly SpotEvent[]): void {
  const placed = placedOf(events)
  if (!placed) return
  const bytes = writer.reserve(placedBytesMax)
  let at = writer.length
  at = putU53(bytes, at, placed.order)
  at = putU53(bytes, at, placed.listing)
  bytes[at++] = placed.side === 'buy' ? 0 : 1
  bytes[at++] = placed.kind === 'limit' ? 0 : 1
  bytes[at++] = timesInForce.indexOf(placed.timeInForce)
  at = putU53(bytes, at, placed.price)
  at = putU53(bytes, at, placed.quantity)
  at = putI53(bytes, at, placed.budget)
  at = putU53(bytes, at, placed.filled)
  at = putI53(bytes, at, placed.quoteFilled)
  at = putI53(bytes, at, placed.feePaid)
  at = putU53(bytes, at, placed.feeRateMaker)
  at = putU53(bytes, at, placed.feeRateTaker)
  bytes[at++] = placed.status === 'new' ? 0 : placed.status === 'filled' ? 1 : 2
  bytes[at++] = placed.reason === null ? 0 : 1 + closeReasons.indexOf(placed.reason)
  writer.length = at
}

/** Reads what {@link writePlaced} wrote. */
export function readPlaced(reader: Reader): Placed {
  return {
    order: reader.u53(),
    listing: reader.u53(),
    side: sideCodec.read(reader),
    kind: kindCodec.read(reader),
    timeInForce: timeInForceCodec.read(reader),
    price: reader.u53(),
    quantity: reader.u53(),
    budget: reader.i53(),
    filled: reader.u53(),
    quoteFilled: reader.i53(),
    feePaid: reader.i53(),
    feeRateMaker: reader.u53(),
    feeRateTaker: reader.u53(),
    status: (['new', 'filled', 'canceled'] as const)[reader.u8()],
    reason: closeReasons[reader.u8() - 1] ?? null,
  }
}
