import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import type { ContractOrder } from '@truemark/protocol/routes/contract'
import type { PerpetualOrder } from '@truemark/protocol/routes/perpetual'
import type { Amendment } from '../trade/door.ts'
import { ownMarket, type LotContext } from './lotContext.ts'
import { emptyLotForm, type LotForm } from './lotForm.ts'
import { integerOf, lotDecimals } from './lotTerms.ts'
import { restingLots, type KeptBracketsOf, type OpenPosition } from './openPosition.ts'

/** What a change of a resting order would come to, as a form and what it is reckoned from. */
export interface AmendForm {
  readonly form: LotForm
  readonly context: LotContext
  /** What the order holds now, in the quote's units. */
  readonly held: bigint
  /** Whether the order leaves the brackets under which it was placed for those in force. */
  readonly takesBrackets: boolean
}

/** What of an account a change is reckoned with. */
export interface AmendSources {
  readonly open: readonly OpenPosition[]
  readonly keptOf: KeptBracketsOf
}

/**
 * A resting order's change as the form of an order that was not there yet: the account without it, and with what it holds.
 * What is filled of it stays in its ticket or position; one that grows takes the brackets in force, as the engine has it.
 */
export function amendForm(
  order: ContractOrder | PerpetualOrder,
  asked: Amendment,
  context: LotContext,
  { open, keptOf }: AmendSources,
): AmendForm {
  const isContract = 'rests' in order
  const lotsOf = (text: string) => integerOf(text, lotDecimals) ?? 0
  const [whole, traded] = [lotsOf(asked.quantity), lotsOf(order.lots_traded)]
  const reduceOnly = !isContract && order.reduce_only
  const grows = !reduceOnly && whole > lotsOf(order.lots)
  const keeps = keptOf(order.order_id)
  const held = parseDecimal(isContract ? order.margin_order : order.margin, context.terms.quoteScale) ?? 0n
  const ticket = open.findIndex(({ id }) => isContract && id === order.order_id)
  return {
    form: {
      ...emptyLotForm,
      side: order.side,
      type: 'limit',
      timeInForce: order.time_in_force,
      price: asked.price,
      lots: whole > traded ? formatDecimal(whole - traded, lotDecimals) : '',
      multiple: order.multiple,
      reduceOnly,
    },
    context: {
      ...withoutOrder(context, order, held),
      standing: { ticket: ticket < 0 ? null : ticket, brackets: grows ? null : keeps },
    },
    held,
    takesBrackets: grows && keeps !== null,
  }
}

function withoutOrder(context: LotContext, order: ContractOrder | PerpetualOrder, held: bigint): LotContext {
  const { holder, markets } = context
  const rests = restingLots(order)
  if (holder === null || rests === null) return context
  const at = holder.resting.findIndex(
    ({ market, product, side, lots, multiple }) =>
      market === ownMarket &&
      product === rests.product &&
      side === rests.side &&
      lots === rests.lots &&
      multiple === rests.multiple,
  )
  const way = order.side === 'buy' ? 'long' : 'short'
  const less = at < 0 ? 0 : rests.lots
  return {
    ...context,
    markets: markets.map((market, place) =>
      place === ownMarket
        ? { ...market, reach: { ...market.reach, [way]: Math.max(0, market.reach[way] - less) } }
        : market,
    ),
    holder: { ...holder, available: holder.available + held, resting: holder.resting.toSpliced(at, at < 0 ? 0 : 1) },
  }
}
