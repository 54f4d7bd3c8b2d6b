import type { HolderId } from '@truemark/core/ledger/holders'
import { malformed } from '@truemark/core/book/checks'
import type { Listing } from '@truemark/core/book/listing'
import { decimalLengthMax, parseAmount, parseDecimal } from '@truemark/core/money/decimal'
import { amountMax } from '@truemark/core/money/units'
import type { CoreReason } from '@truemark/core/result/reason'
import type { AmendSpotOrder, PlaceSpotOrder } from '@truemark/core/spot/command'
import type { SpotOrderBody } from '@truemark/protocol/routes/spot'
import type { Catalogue } from '../engine/door.ts'

/** What a text field came to: its integer, or why it could not be read. */
type Fault = CoreReason | ReturnType<typeof malformed> | ''

interface Read {
  readonly value: number
  readonly fault: Fault
}

const absent: Read = { value: 0, fault: '' }

const shortDigitsMax = 15
const dot = 0x2e
const zero = 0x30
const nine = 0x39

/**
 * What `parseDecimal` gives, for a text of few digits, by integers alone: each order passes here, and bigints cost ten
 * times as much. −1 for whatever is not plainly one of these, also for all that is malformed.
 */
export function shortUnits(text: string, decimals: number): number {
  if (text.length > shortDigitsMax) return -1
  let units = 0
  let places = -1
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === dot) {
      if (places >= 0 || at === 0) return -1
      places = 0
    } else if (code < zero || code > nine) return -1
    else {
      // a whole part that begins with a zero has no second digit
      if (at === 1 && units === 0 && places < 0) return -1
      units = units * 10 + (code - zero)
      if (places >= 0) places += 1
    }
  }
  if (text === '' || places === 0) return -1
  for (let place = Math.max(places, 0); place < decimals; place += 1) units *= 10
  return places <= decimals && Number.isSafeInteger(units) ? units : -1
}

// a decimal that is canonical but finer than the grid is told apart from one that is no decimal at all
function readGrid(text: string | undefined, decimals: number, offGrid: CoreReason, field: string): Read {
  if (text === undefined) return absent
  const quick = shortUnits(text, decimals)
  if (quick >= 0) return { value: quick, fault: '' }
  const units = parseDecimal(text, decimals)
  if (units === null) {
    const canonical = parseDecimal(text, decimalLengthMax) !== null
    return { value: 0, fault: canonical ? offGrid : malformed(field) }
  }
  if (units > amountMax) return { value: 0, fault: malformed(field) }
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) return { value: 0, fault: 'quantity_out_of_range' }
  return { value: Number(units), fault: '' }
}

/** A price in ticks, or why the field it came in is none. */
export function readPrice(listing: Listing, text: string | undefined, field = 'price'): Read {
  const read = readGrid(text, listing.priceDecimals, 'price_off_tick', field)
  return read.fault === 'quantity_out_of_range' ? { value: 0, fault: 'price_invalid' } : read
}

/** A quantity in steps. */
export function readQuantity(listing: Listing, text: string | undefined): Read {
  return readGrid(text, listing.quantityDecimals, 'quantity_off_step', 'quantity')
}

/** What may be spent, in smallest units of a currency of this scale. */
export function readBudget(text: string | undefined, scale: number): { value: bigint; fault: Fault } {
  if (text === undefined) return { value: 0n, fault: '' }
  const units = parseAmount(text, scale)
  if (units === null) return { value: 0n, fault: malformed('amount') }
  return units === 0n ? { value: 0n, fault: 'notional_too_small' } : { value: units, fault: '' }
}

const noOrder = { side: 'buy', kind: 'limit', timeInForce: 'GTC', price: 0, quantity: 0, budget: 0n } as const

/**
 * The command of an order as it came; `order` is the body where it is well-formed. What can't be read travels as
 * `fault`, so that the engine refuses it at its place among its checks; a symbol that is no text is the empty one,
 * which no market has.
 */
export function parseOrder(
  catalogue: Catalogue,
  holder: HolderId,
  body: unknown,
  order: SpotOrderBody | undefined,
  fault: string,
): PlaceSpotOrder {
  const symbol = order?.symbol ?? symbolOf(body)
  const listing = catalogue.byCode(symbol)
  if (order === undefined || listing === undefined) {
    return { type: 'placeSpotOrder', holder, symbol, ...noOrder, fault: fault === '' ? 'field_malformed' : fault }
  }
  const price = readPrice(listing, order.price)
  const quantity = readQuantity(listing, order.quantity)
  const budget = readBudget(order.amount, catalogue.currency(listing.quote).scale)
  return {
    type: 'placeSpotOrder',
    holder,
    symbol,
    side: order.side,
    kind: order.type,
    timeInForce: order.time_in_force ?? 'GTC',
    price: price.value,
    quantity: quantity.value,
    budget: budget.value,
    fault: fault || missing(order) || price.fault || quantity.fault || budget.fault,
  }
}

// which fields go together: a limit names price and quantity, a market order one of quantity and amount
function missing(order: SpotOrderBody): CoreReason | '' {
  if (order.type === 'limit') {
    return order.price === undefined || order.quantity === undefined || order.amount !== undefined
      ? 'request_malformed'
      : ''
  }
  const both = order.quantity !== undefined && order.amount !== undefined
  const neither = order.quantity === undefined && order.amount === undefined
  return both || neither || order.price !== undefined ? 'request_malformed' : ''
}

/** The symbol that a body names which is not well-formed; '' where it names none. */
export function symbolOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('symbol' in body)) return ''
  return typeof body.symbol === 'string' && body.symbol.length <= 24 ? body.symbol : ''
}

/** The command of an amendment; `listing` is that of the order, where it is known. */
export function parseAmendment(
  listing: Listing | undefined,
  holder: HolderId,
  order: number,
  body: { price?: string | undefined; quantity?: string | undefined },
  fault: string,
): AmendSpotOrder {
  const head = { type: 'amendSpotOrder', holder, order } as const
  if (listing === undefined || fault !== '') return { ...head, price: null, quantity: null, fault }
  const price = readPrice(listing, body.price)
  const quantity = readQuantity(listing, body.quantity)
  const nothing = body.price === undefined && body.quantity === undefined
  const faults = [nothing ? 'request_malformed' : '', price.fault, quantity.fault]
  return {
    ...head,
    price: body.price === undefined ? null : price.value,
    quantity: body.quantity === undefined ? null : quantity.value,
    fault: faults.find((one) => one !== '') ?? '',
  }
}
