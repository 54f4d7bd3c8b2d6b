import { malformed } from '@truemark/core/book/checks'
import type { Listing } from '@truemark/core/book/listing'
import type { TargetChange } from '@truemark/core/derivative/command'
import { lotsDecimals, lotsMax, lotsMin } from '@truemark/core/derivative/terms'
import { decimalLengthMax, parseAmount, parseDecimal } from '@truemark/core/money/decimal'
import { amountMax } from '@truemark/core/money/units'
import type { CoreReason } from '@truemark/core/result/reason'
import type { ContractOrderBody } from '@truemark/protocol/routes/contract'

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

// a price in ticks; 0 where it is absent
function readPrice(listing: Listing, text: string | undefined, field = 'price'): Read<number> {
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

// a stop-loss or take-profit of a new order in ticks; null where it is absent
function readTarget(
  listing: Listing,
  text: string | undefined,
  field: 'stop_loss' | 'take_profit',
): Read<number | null> {
  return text === undefined ? { value: null, fault: '' } : readPrice(listing, text, field)
}

// what is wanted of a stop-loss or take-profit that may stand already: absent keeps, null removes, a price sets
function readTargetChange(
  listing: Listing,
  text: string | null | undefined,
  field: 'stop_loss' | 'take_profit',
): Read<TargetChange> {
  if (text === undefined) return { value: keep, fault: '' }
  if (text === null) return { value: { change: 'remove', price: 0 }, fault: '' }
  const { value, fault } = readPrice(listing, text, field)
  return { value: { change: 'set', price: value }, fault }
}

const keep = { change: 'keep', price: 0 } as const

/** Targets that are left as they stand. */
export const keptTargets = { stopLoss: keep, takeProfit: keep } as const

interface TargetTexts {
  readonly stop_loss?: string | null | undefined
  readonly take_profit?: string | null | undefined
}

/** What is wanted of both targets, each a price, null to take it away, absent to leave it as it is. */
export function readTargetChanges(listing: Listing, { stop_loss: loss, take_profit: profit }: TargetTexts) {
  const stopLoss = readTargetChange(listing, loss, 'stop_loss')
  const takeProfit = readTargetChange(listing, profit, 'take_profit')
  const fault = firstFault(stopLoss.fault, takeProfit.fault)
  return { targets: { stopLoss: stopLoss.value, takeProfit: takeProfit.value }, fault }
}

/** What orders of both products say alike. */
type LotOrderBody = Pick<
  ContractOrderBody,
  'side' | 'type' | 'time_in_force' | 'price' | 'lots' | 'stop_loss' | 'take_profit'
>

/** The fields of an order that both products have, and the first fault among them, behind one that came before. */
export function readLotOrder(listing: Listing, order: LotOrderBody, before: string) {
  const lots = readLots(order.lots)
  const price = readPrice(listing, order.price)
  const stopLoss = readTarget(listing, order.stop_loss, 'stop_loss')
  const takeProfit = readTarget(listing, order.take_profit, 'take_profit')
  return {
    side: order.side,
    kind: order.type,
    timeInForce: order.time_in_force ?? 'GTC',
    price: price.value,
    lots: lots.value,
    stopLoss: stopLoss.value,
    takeProfit: takeProfit.value,
    fault: firstFault(before, priceFault(order), lots.fault, price.fault, stopLoss.fault, takeProfit.fault),
  }
}

/** An order that could not be read. */
export const noLotOrder = {
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  price: 0,
  lots: 0,
  stopLoss: null,
  takeProfit: null,
} as const

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

// which fields go together: a limit order names its price, a market order none
function priceFault(order: { readonly type: 'limit' | 'market'; readonly price?: string | undefined }): string {
  return (order.type === 'limit') === (order.price === undefined) ? 'request_malformed' : ''
}
