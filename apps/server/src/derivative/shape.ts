import type { Listing } from '@truemark/core/book/listing'
import type { Derivative } from '@truemark/core/derivative/terms'
import { lotsDecimals } from '@truemark/core/derivative/terms'
import {
  type ClosingView,
  type ContractView,
  type DerivativeOrderView,
  type PositionView,
  finePriceDecimals,
} from '@truemark/core/derivative/view'
import type { EndReason } from '@truemark/core/derivative/words'
import { averageFine } from '@truemark/core/derivative/worth'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { ContractOrder } from '@truemark/protocol/routes/contract'
import type { Closing, DerivativeFill, DerivativeReason } from '@truemark/protocol/routes/derivative'
import type { PerpetualOrder, PerpetualPosition } from '@truemark/protocol/routes/perpetual'
import { usdtText } from '../account/door.ts'
import { cancelWords } from '../spot/door.ts'
import type { StoredTicket } from './history.store.ts'
import type { DerivativePorts } from './ports.ts'
import { type FillRow, type StoredPosition } from './tables.ts'

/** The part of the ports that a shape needs. */
export type ShapePorts = Pick<DerivativePorts, 'catalogue' | 'ids' | 'simulated'>

/** The wire's word for why an order or a position ended: those of spot, and these. */
const reasons: Readonly<Record<EndReason, DerivativeReason | ''>> = {
  ...cancelWords,
  margin_short: 'margin_short',
  cap_reached: 'cap_reached',
  position_gone: 'position_gone',
  close: 'position_closed',
  stop_loss: 'stop_loss',
  take_profit: 'take_profit',
  liquidation: 'liquidation',
  risk_closed: 'risk_closed',
}

function reasonText(reason: EndReason | null): DerivativeReason | '' {
  return reason === null ? '' : reasons[reason]
}

/** Lots in hundredths as a decimal text. */
export function lotsText(lots: number): string {
  return formatDecimal(lots, lotsDecimals)
}

/** A price in ticks as a decimal text. */
export function priceText(listing: Listing, ticks: number): string {
  return formatDecimal(ticks, listing.priceDecimals)
}

/** A mark in tenths of a tick as a decimal text; null where there is none. */
export function markText(listing: Listing, tenths: number): string | null {
  return tenths === 0 ? null : formatDecimal(tenths, listing.priceDecimals + 1)
}

function fineText(listing: Listing, price: bigint | number | null): string | null {
  return price === null || BigInt(price) === 0n ? null : formatDecimal(price, listing.priceDecimals + finePriceDecimals)
}

function targetText(listing: Listing, ticks: number): string | null {
  return ticks === 0 ? null : priceText(listing, ticks)
}

function roleOf({ made, took }: { readonly made: boolean; readonly took: boolean }): PerpetualOrder['role'] {
  if (made && took) return 'both'
  if (made) return 'maker'
  return took ? 'taker' : ''
}

/** The average price of lots that came to `quote`, between ticks; null for none. */
export function averageText(
  ports: Pick<ShapePorts, 'catalogue'>,
  listing: Listing,
  lots: number,
  quote: bigint,
): string | null {
  return fineText(listing, averageFine(derivativeOf(ports, listing), lots, quote))
}

/** The terms behind what was traded. Throws where the listing has none: then nothing was. */
export function derivativeOf({ catalogue }: Pick<ShapePorts, 'catalogue'>, { id, code }: Listing): Derivative {
  const derivative = catalogue.derivative(id)
  if (derivative === undefined) throw new Error(`${code} has no derivative terms`)
  return derivative
}

/** When a ticket or a position was over, and at what average price it was closed. */
interface Ending {
  readonly endedAt: number | null
  readonly lotsClosed: number
  readonly proceeds: bigint
}

function settlementOf(ports: ShapePorts, listing: Listing, { endedAt, lotsClosed, proceeds }: Ending) {
  return {
    settlement_price: endedAt === null ? null : averageText(ports, listing, lotsClosed, proceeds),
    settlement_time: endedAt,
  }
}

/** A contract order with its ticket as its owner sees it; `endedAt` is when the ticket was over. */
export function contractShape(ports: ShapePorts, view: ContractView, endedAt: number | null = null): ContractOrder {
  const { catalogue, ids } = ports
  const listing = catalogue.listing(view.listing)
  const usdt = (units: bigint): string => usdtText(catalogue, units)
  return {
    order_id: ids.write('derivative', view.order),
    symbol: listing.code,
    side: view.side,
    type: view.kind,
    time_in_force: view.timeInForce,
    price: view.kind === 'limit' ? priceText(listing, view.price) : null,
    multiple: view.multiple,
    lots: lotsText(view.lots),
    lots_traded: lotsText(view.filled),
    lots_open: lotsText(view.open),
    rests: view.rests,
    role: roleOf(view),
    entry_price: fineText(listing, view.entryFine) ?? averageText(ports, listing, view.filled, view.quoteFilled),
    cost: usdt(view.cost),
    current_price: markText(listing, view.markTenths),
    liquidation_price: fineText(listing, view.liquidationFine),
    bankruptcy_price: fineText(listing, view.bankruptcyFine),
    margin: usdt(view.margin),
    margin_order: usdt(view.hold),
    maintenance_margin: usdt(view.maintenance),
    amount: usdt(view.value),
    profit: usdt(view.profit),
    realized_profit: usdt(view.realised),
    fee: usdt(view.feePaid),
    fee_rate: formatDecimal(view.feeRate, rateScale),
    funding: usdt(view.funding),
    stop_loss: targetText(listing, view.stopLoss),
    take_profit: targetText(listing, view.takeProfit),
    ...settlementOf(ports, listing, { ...view, endedAt }),
    status: view.status,
    reason: reasonText(view.reason),
    forced: view.status === 'settled' && view.reason === 'liquidation',
    created_time: view.acceptedAt,
    updated: view.updatedAt,
    simulated: ports.simulated(),
  }
}

// nothing of these is reckoned for what is over
const over = {
  entryFine: 0,
  markTenths: 0,
  liquidationFine: null,
  bankruptcyFine: null,
  value: 0n,
  profit: 0n,
} as const

/** A contract order with its ticket as the tables have it. */
export function storedContractShape(ports: ShapePorts, { order, position }: StoredTicket): ContractOrder {
  const ended = position !== null && position.status !== 'open'
  const openStatus = order.filled === order.lots ? 'filled' : order.filled === 0 ? order.status : 'position'
  const view: ContractView = {
    ...order,
    ...over,
    maintenance: 0n,
    open: position?.lots ?? 0,
    cost: position?.cost ?? 0n,
    margin: position?.margin ?? 0n,
    feeRate: order.feeRateTaker,
    feePaid: position?.feePaid ?? order.feePaid,
    realised: position?.realised ?? order.realised,
    funding: position?.funding ?? 0n,
    stopLoss: position?.stopLoss ?? order.stopLoss,
    takeProfit: position?.takeProfit ?? order.takeProfit,
    rests: order.status === 'new',
    status: ended ? position.status : openStatus,
    reason: ended ? position.reason : order.reason,
    lotsClosed: position?.lotsClosed ?? 0,
    proceeds: position?.proceeds ?? 0n,
    updatedAt: Math.max(order.updatedAt, position?.updatedAt ?? 0),
  }
  return contractShape(ports, view, position?.endedAt ?? null)
}

/** A perpetual order as its owner sees it. */
export function orderShape(ports: ShapePorts, view: DerivativeOrderView): PerpetualOrder {
  const { catalogue, ids } = ports
  const listing = catalogue.listing(view.listing)
  const usdt = (units: bigint): string => usdtText(catalogue, units)
  return {
    order_id: ids.write('derivative', view.order),
    symbol: listing.code,
    side: view.side,
    type: view.kind,
    time_in_force: view.timeInForce,
    price: view.kind === 'limit' ? priceText(listing, view.price) : null,
    lots: lotsText(view.lots),
    lots_traded: lotsText(view.filled),
    reduce_only: view.reduceOnly,
    purpose: view.purpose,
    mode: view.position === 'cross' ? 'cross' : 'isolated',
    multiple: view.multiple,
    margin: usdt(view.hold),
    average_price: averageText(ports, listing, view.filled, view.quoteFilled),
    fee: usdt(view.feePaid),
    fee_rate_maker: formatDecimal(view.feeRateMaker, rateScale),
    fee_rate_taker: formatDecimal(view.feeRateTaker, rateScale),
    role: roleOf(view),
    profit: usdt(view.realised),
    stop_loss: targetText(listing, view.stopLoss),
    take_profit: targetText(listing, view.takeProfit),
    status: view.status,
    reason: view.status === 'canceled' ? reasonText(view.reason) : '',
    created_time: view.acceptedAt,
    updated: view.updatedAt,
    simulated: ports.simulated(),
  }
}

/** What of a position stands in the same words in the engine and in the tables. */
type PositionFigures = Omit<PositionView, 'triggered'>

/** A perpetual position as its owner sees it; `ending` is told of one that is over. */
export function positionShape(
  ports: ShapePorts,
  view: PositionFigures,
  ending: Pick<StoredPosition, 'status' | 'reason' | 'endedAt' | 'lotsClosed' | 'proceeds'> | null = null,
): PerpetualPosition {
  const { catalogue, ids } = ports
  const listing = catalogue.listing(view.listing)
  const usdt = (units: bigint): string => usdtText(catalogue, units)
  const isOver = ending !== null && ending.status !== 'open'
  return {
    position_id: ids.write('derivative', view.position),
    symbol: listing.code,
    side: view.side === 'long' ? 'buy' : 'sell',
    mode: view.kind === 'cross' ? 'cross' : 'isolated',
    multiple: view.multiple,
    lots: lotsText(view.lots),
    entry_price: fineText(listing, view.entryFine),
    cost: usdt(view.cost),
    current_price: markText(listing, view.markTenths),
    liquidation_price: fineText(listing, view.liquidationFine),
    bankruptcy_price: fineText(listing, view.bankruptcyFine),
    margin: usdt(view.margin),
    maintenance_margin: usdt(view.maintenance),
    amount: usdt(view.value),
    profit: usdt(view.profit),
    realized_profit: usdt(view.realised),
    fee: usdt(view.feePaid),
    funding: usdt(view.funding),
    stop_loss: targetText(listing, view.stopLoss),
    take_profit: targetText(listing, view.takeProfit),
    ...settlementOf(ports, listing, ending ?? { endedAt: null, lotsClosed: 0, proceeds: 0n }),
    status: isOver ? ending.status : 'position',
    reason: isOver ? reasonText(ending.reason) : '',
    forced: isOver && ending.status === 'settled' && ending.reason === 'liquidation',
    created_time: view.openedAt,
    updated: view.updatedAt,
    simulated: ports.simulated(),
  }
}

/** A perpetual position as the tables have it: its entry is the average of all that was ever opened of it. */
export function storedPositionShape(ports: ShapePorts, stored: StoredPosition): PerpetualPosition {
  const listing = ports.catalogue.listing(stored.listing)
  const entryFine = averageFine(derivativeOf(ports, listing), stored.lotsOpened, stored.costOpened)
  return positionShape(ports, { ...stored, ...over, maintenance: 0n, entryFine }, stored)
}

/** What a closing order came to. */
export function closingShape(ports: ShapePorts, { order, position, left }: ClosingView): Closing {
  const shape = orderShape(ports, order)
  return {
    position_id: ports.ids.write('derivative', position),
    order_id: shape.order_id,
    symbol: shape.symbol,
    side: shape.side,
    lots: shape.lots,
    lots_traded: shape.lots_traded,
    lots_left: lotsText(left),
    average_price: shape.average_price,
    fee: shape.fee,
    profit: shape.profit,
    status: shape.status,
    reason: shape.reason,
    time: shape.updated,
    simulated: shape.simulated,
  }
}

/** One side of a trade as the one who made it sees it. */
export function fillShape({ catalogue, ids }: ShapePorts, fill: FillRow): DerivativeFill {
  const listing = catalogue.listing(fill.listing)
  const usdt = (units: bigint): string => usdtText(catalogue, units)
  return {
    id: ids.write('fill', fill.trade),
    order_id: fill.order === 0 ? null : ids.write('derivative', fill.order),
    side: fill.side,
    purpose: fill.purpose,
    role: fill.maker ? 'maker' : 'taker',
    price: priceText(listing, fill.price),
    lots: lotsText(fill.lots),
    lots_closed: lotsText(fill.lotsClosed),
    amount: usdt(fill.quoteAmount),
    fee: usdt(fill.fee),
    profit: usdt(fill.realised),
    index: markText(listing, fill.indexTenths),
    index_time: fill.indexTime === 0 ? null : fill.indexTime,
    time: fill.time,
  }
}
