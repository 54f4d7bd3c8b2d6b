import { averageFine } from '@truemark/core/derivative/worth'
import { client } from '@truemark/protocol/client'
import type { Liquidation, LiquidationStep } from '@truemark/protocol/routes/derivative'
import { formatDecimal } from '@truemark/core/money/decimal'
import { finePriceDecimals } from '@truemark/core/derivative/view'
import { usdtText } from '../account/door.ts'
import { findLiquidatedOrders, findPositionsById } from './history.store.ts'
import { type StoredLiquidation, findCloses, findNextStart } from './liquidation.store.ts'
import type { DerivativePorts } from './ports.ts'
import { averageText, derivativeOf, lotsText, markText } from './shape.ts'
import { type LiquidationClose, type StoredOrder, type StoredPosition } from './tables.ts'

type Ports = Pick<DerivativePorts, 'catalogue' | 'ids' | 'simulated' | 'database'>

const closesMax = 900
const ordersMax = client.pageLimitMax - 2

const nothing = {
  symbol: null,
  order_id: null,
  side: null,
  lots: null,
  price: null,
  mark: null,
  mark_time: null,
  equity: null,
  maintenance: null,
  bankruptcy_price: null,
  profit: null,
  fee: null,
  insurance: null,
} as const

/** A liquidation with all its steps, as the one who was liquidated sees it. */
export async function liquidationShape(ports: Ports, start: StoredLiquidation): Promise<Liquidation> {
  const { catalogue, database, ids } = ports
  const listing = catalogue.listing(start.listing)
  // what belongs to it ends where the same position or account was liquidated anew
  const to = (await findNextStart(database, start)) ?? Number.MAX_SAFE_INTEGER
  const closes = await findCloses(database, start.holder, start.position, start.time, to, closesMax)
  const orders = await findLiquidatedOrders(database, start.holder, start.time, to, ordersMax)
  const [position] = start.position === 0 ? [] : await findPositionsById(database, [start.position])
  const isOver = position === undefined ? closes.length > 0 : position.status !== 'open'
  const ended = isOver ? (closes.at(-1)?.time ?? null) : null
  const steps: LiquidationStep[] = [
    startStep(ports, start, position),
    ...orders.map((order) => orderStep(ports, order)),
    ...closes.map((close) => closeStep(ports, close)),
  ]
  if (ended !== null) steps.push({ ...nothing, type: 'ended', time: ended })
  return {
    liquidation_id: ids.write('liquidation', start.id),
    game: position?.kind === 'ticket' ? 'contract' : 'perpetual',
    mode: start.position === 0 ? 'cross' : 'isolated',
    position_id: start.position === 0 ? null : ids.write('derivative', start.position),
    symbol: listing.code,
    mark: formatDecimal(start.indexTenths, listing.priceDecimals + 1),
    mark_time: start.indexTime,
    equity: usdtText(catalogue, start.equity),
    maintenance: usdtText(catalogue, start.maintenance),
    positions: start.positions.map((counted) => {
      const market = catalogue.listing(counted.listing)
      return {
        position_id: ids.write('derivative', counted.position),
        symbol: market.code,
        lots: lotsText(counted.lots),
        mark: formatDecimal(counted.indexTenths, market.priceDecimals + 1),
        profit: usdtText(catalogue, BigInt(counted.profit)),
        maintenance: usdtText(catalogue, BigInt(counted.maintenance)),
      }
    }),
    steps,
    ended,
    time: start.time,
    simulated: ports.simulated(),
  }
}

function startStep(ports: Ports, start: StoredLiquidation, position: StoredPosition | undefined): LiquidationStep {
  const listing = ports.catalogue.listing(start.listing)
  return {
    ...nothing,
    type: 'started',
    time: start.time,
    symbol: listing.code,
    mark: markText(listing, start.indexTenths),
    mark_time: start.indexTime,
    equity: usdtText(ports.catalogue, start.equity),
    maintenance: usdtText(ports.catalogue, start.maintenance),
    lots: position === undefined ? null : lotsText(start.lots),
    bankruptcy_price: position === undefined ? null : bankruptcyPrice(ports, start, position),
  }
}

// M − s·equity/q: what the lots would have to bring for nothing to be left
function bankruptcyPrice(ports: Ports, start: StoredLiquidation, { side }: StoredPosition): string | null {
  const listing = ports.catalogue.listing(start.listing)
  const derivative = derivativeOf(ports, listing)
  const value = BigInt(start.lots) * BigInt(start.indexTenths) * BigInt(derivative.quotePerTenthLot)
  const proceeds = side === 'long' ? value - start.equity : value + start.equity
  if (proceeds <= 0n) return null
  return formatDecimal(averageFine(derivative, start.lots, proceeds), listing.priceDecimals + finePriceDecimals)
}

function orderStep(ports: Ports, order: StoredOrder): LiquidationStep {
  return {
    ...nothing,
    type: 'order_canceled',
    time: order.updatedAt,
    symbol: ports.catalogue.listing(order.listing).code,
    order_id: ports.ids.write('derivative', order.order),
    side: order.side,
    lots: lotsText(order.lots - order.filled),
  }
}

function closeStep(ports: Ports, close: LiquidationClose): LiquidationStep {
  const { catalogue } = ports
  const listing = catalogue.listing(close.listing)
  return {
    ...nothing,
    type: close.takenOver ? 'taken_over' : 'closed',
    time: close.time,
    symbol: listing.code,
    side: close.side,
    lots: lotsText(close.lots),
    price: averageText(ports, listing, close.lots, close.quoteAmount),
    mark: markText(listing, close.indexTenths),
    mark_time: close.indexTime,
    profit: usdtText(catalogue, close.realised),
    fee: usdtText(catalogue, close.fee),
    insurance: usdtText(catalogue, close.insurance),
  }
}
