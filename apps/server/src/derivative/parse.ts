import { malformed } from '@truemark/core/book/checks'
import type { Listing } from '@truemark/core/book/listing'
import type { TargetChange } from '@truemark/core/derivative/command'
import { lotsDecimals, lotsMax, lotsMin } from '@truemark/core/derivative/terms'
import { decimalLengthMax, parseAmount, parseDecimal } from '@truemark/core/money/decimal'
import { amountMax } from '@truemark/core/money/units'
import type { CoreReason } from '@truemark/core/result/reason'

/** What a field came to, or why it could not be read. */
export interface Read<T> {
  readonly value: T
  readonly fault: CoreReason | ReturnType<typeof malformed> | ''
}

// a decimal that is canonical but finer than the grid is told apart from one that is no decimal at all
function readGrid(
  text: string,
  grid: { decimals: number; field: string },
  offGrid: CoreReason,
  tooLarge: CoreReason,
): Read<number> {
  const units = parseDecimal(text, grid.decimals)
  if (units === null) {
    return { value: 0, fault: parseDecimal(text, decimalLengthMax) === null ? malformed(grid.field) : offGrid }
  }
  if (units > amountMax) return { value: 0, fault: malformed(grid.field) }
  return units > BigInt(Number.MAX_SAFE_INTEGER) ? { value: 0, fault: tooLarge } : { value: Number(units), fault: '' }
}

/** Lots in hundredths, 0 where they are absent; finer, fewer or more than may be ordered are refused before any price. */
export function readLots(text: string | undefined): Read<number> {
  if (text === undefined) return { value: 0, fault: '' }
  const read = readGrid(text, { decimals: lotsDecimals, field: 'lots' }, 'lots_invalid', 'lots_invalid')
  return read.fault === '' && (read.value < lotsMin || read.value > lotsMax) ? { ...read, fault: 'lots_invalid' } : read
}

/** A price in ticks; 0 where it is absent. */
export function readPrice(listing: Listing, text: string | undefined, field = 'price'): Read<number> {
  if (text === undefined) return { value: 0, fault: '' }
  return readGrid(text, { decimals: listing.priceDecimals, field }, 'price_off_tick', 'price_invalid')
}

/** What a change of a resting order names, null for what it keeps; nothing at all is no change. */
export function readAmendment(
  listing: Listing,
  body: { readonly price?: string | undefined; readonly lots?: string | undefined },
): { readonly price: number | null; readonly lots: number | null; readonly fault: string } {
  const price = readPrice(listing, body.price)
  const lots = readLots(body.lots)
  return {
    price: body.price === undefined ? null : price.value,
    lots: body.lots === undefined ? null : lots.value,
    fault: firstFault(lots.fault, price.fault),
  }
}

/** A stop-loss or take-profit of a new order in ticks; null where it is absent. */
export function readTarget(
  listing: Listing,
  text: string | undefined,
  field: 'stop_loss' | 'take_profit',
): Read<number | null> {
  return text === undefined ? { value: null, fault: '' } : readPrice(listing, text, field)
}

/** What is wanted of a stop-loss or take-profit that may stand already: absent keeps, null removes, a price sets. */
export function readTargetChange(
  listing: Listing,
  text: string | null | undefined,
  field: 'stop_loss' | 'take_profit',
): Read<TargetChange> {
  if (text === undefined) return { value: { change: 'keep', price: 0 }, fault: '' }
  if (text === null) return { value: { change: 'remove', price: 0 }, fault: '' }
  const { value, fault } = readPrice(listing, text, field)
  return { value: { change: 'set', price: value }, fault }
}

/** An amount of USDT in smallest units. */
export function readAmount(text: string | undefined, scale: number, field = 'amount'): Read<bigint> {
  const units = parseAmount(text, scale)
  return units === null ? { value: 0n, fault: malformed(field) } : { value: units, fault: '' }
}

/** The first reason among several. */
export function firstFault(...faults: readonly string[]): string {
  return faults.find((one) => one !== '') ?? ''
}

/** The symbol of a body, whatever else is wrong with it; one that is no text is the empty one, which no market has. */
export function symbolOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('symbol' in body)) return ''
  return typeof body.symbol === 'string' && body.symbol.length <= 24 ? body.symbol : ''
}

/** Which fields go together: a limit order names its price, a market order none. */
export function priceFault(order: { readonly type: 'limit' | 'market'; readonly price?: string | undefined }): string {
  return (order.type === 'limit') === (order.price === undefined) ? 'request_malformed' : ''
}
