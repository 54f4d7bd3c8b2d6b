import type { Bracket } from '@truemark/core/margin/brackets'
import { parseDecimal } from '@truemark/core/money/decimal'
import type { ContractOrder } from '@truemark/protocol/routes/contract'
import type { MarginMode } from '@truemark/protocol/routes/derivative'
import type { PerpetualOrder, PerpetualPosition } from '@truemark/protocol/routes/perpetual'
import type { Side } from '@truemark/protocol/routes/spot'
import type { LotProduct } from './lotContext.ts'
import { integerOf, lotDecimals } from './lotTerms.ts'

const quoteScale = 6

/** What is open, a contract's ticket or a perpetual position alike. Lots in hundredths, amounts in the quote's units. */
export interface OpenPosition {
  readonly id: string
  readonly product: LotProduct
  readonly symbol: string
  readonly side: Side
  readonly mode: MarginMode
  readonly multiple: number
  readonly lots: number
  readonly cost: bigint
  readonly margin: bigint
  readonly entryPrice: string | null
  readonly liquidationPrice: string | null
  readonly stopLoss: string | null
  readonly takeProfit: string | null
  readonly funding: string
  readonly realized: string
  readonly openedAt: number
  readonly simulated: boolean
  /** The brackets that it keeps, where they are not those in force. */
  readonly brackets: readonly Bracket[] | null
}

/** What is left of an order that rests and may open; hundredths of a lot. */
export interface RestingLots {
  readonly symbol: string
  readonly product: LotProduct
  readonly side: Side
  readonly lots: number
  readonly multiple: number
}

/** What of an order rests and may open; null where nothing does. */
export function restingLots(order: ContractOrder | PerpetualOrder): RestingLots | null {
  const contract = 'rests' in order
  if (contract ? !order.rests : order.reduce_only || order.status !== 'new') return null
  const { symbol, side, multiple } = order
  const lots = (integerOf(order.lots, lotDecimals) ?? 0) - (integerOf(order.lots_traded, lotDecimals) ?? 0)
  return { symbol, product: contract ? 'contract' : 'perpetual', side, lots, multiple }
}

/** A ticket as what is open of it; null while nothing is. */
export function positionOfTicket(ticket: ContractOrder, keptOf: KeptBracketsOf): OpenPosition | null {
  const lots = integerOf(ticket.lots_open, lotDecimals) ?? 0
  if (lots === 0) return null
  return {
    id: ticket.order_id,
    product: 'contract',
    mode: 'isolated',
    lots,
    openedAt: ticket.created_time,
    ...commonOf(ticket, keptOf(ticket.order_id)),
  }
}

/** A perpetual position as what is open. */
export function positionOfPerpetual(position: PerpetualPosition, keptOf: KeptBracketsOf): OpenPosition {
  return {
    id: position.position_id,
    product: 'perpetual',
    mode: position.mode,
    lots: integerOf(position.lots, lotDecimals) ?? 0,
    openedAt: position.created_time,
    ...commonOf(position, keptOf(position.position_id)),
  }
}

/** The brackets that a position keeps, by its id; null for those in force. */
export type KeptBracketsOf = (id: string) => readonly Bracket[] | null

function commonOf(of: ContractOrder | PerpetualPosition, kept: readonly Bracket[] | null) {
  return {
    symbol: of.symbol,
    side: of.side,
    multiple: of.multiple,
    cost: parseDecimal(of.cost, quoteScale) ?? 0n,
    margin: parseDecimal(of.margin, quoteScale) ?? 0n,
    entryPrice: of.entry_price,
    liquidationPrice: of.liquidation_price,
    stopLoss: of.stop_loss,
    takeProfit: of.take_profit,
    funding: of.funding,
    realized: of.realized_profit,
    simulated: of.simulated,
    brackets: kept,
  }
}
