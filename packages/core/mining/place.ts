import { faultOf, mayTakeRisk, whoHolds } from '../book/checks.ts'
import { realMoneyRefusal } from '../book/realMoney.ts'
import type { Venue } from '../book/venue.ts'
import { formatDecimal } from '../money/decimal.ts'
import { poolHasRoom, type PoolState } from '../pool/pool.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { MiningCommandOf } from './command.ts'
import type { MiningEvent } from './event.ts'
import { dueLines } from './pay.ts'
import { endOf, incomeLeftMax, type MiningProduct, type MiningState } from './state.ts'
import { dayOf, openMiningMax, redemptionCost } from './terms.ts'

/** What the rules look at of an order that is to be made. */
type Open = MiningCommandOf<'openMining'>

// is it sold, to this holder, on the terms that were shown?
function offered(mining: MiningState, venue: Venue, command: Open, now: number): Result<MiningProduct> {
  const may = mayTakeRisk(venue, command.holder, 'mining')
  if (!may.ok) return may
  const { realm } = may.value
  // a demo account uses no wealth products; those of its realm only show what there is
  if (realm !== 'real') return rejected('realm_forbidden')
  const closed = realMoneyRefusal(venue, may.value.country, now)
  if (closed) return closed
  const product = mining.products.get(command.product)
  if (!product || product.terms.realm !== realm) return rejected('mining_unknown')
  if (!product.on) return rejected('mining_off')
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  if (command.versionShown !== null && command.versionShown !== product.version) return rejected('mining_terms_changed')
  return accepted(product)
}

function amountRefusal(venue: Venue, { terms, locked }: MiningProduct, amount: bigint) {
  const { code: currency, scale } = venue.currencies[terms.currency]
  if (amount <= terms.minimum) {
    return rejected('mining_amount_too_small', { min: formatDecimal(terms.minimum, scale), currency })
  }
  if (amount > terms.maximum) {
    return rejected('mining_amount_too_large', { max: formatDecimal(terms.maximum, scale), currency })
  }
  const left = terms.capacity - locked
  if (amount > left) {
    return rejected('mining_capacity_full', { left: formatDecimal(left > 0n ? left : 0n, scale), currency })
  }
  return null
}

/**
 * Decides an order: refuses it, or takes it with the principal locked. It earns on the whole days of UTC that follow.
 * Reads only; after the balance nothing can refuse any more.
 */
export function openMining(
  mining: MiningState,
  pool: PoolState,
  venue: Venue,
  command: Open,
  now: number,
): Result<MiningEvent[]> {
  const found = offered(mining, venue, command, now)
  if (!found.ok) return found
  const product = found.value
  const { holder, amount } = command
  const { realm, currency, rateMin, rateMax, days, redemptionRate } = product.terms
  const refusal = amountRefusal(venue, product, amount)
  if (refusal) return refusal
  if ((mining.byHolder.get(holder)?.size ?? 0) >= openMiningMax) return rejected('open_orders_too_many')
  const most = incomeLeftMax({ amount, rateMax, days, daysPaid: 0 })
  if (!poolHasRoom(pool, venue, realm, currency, most)) return rejected('mining_pool_short')
  if (amount > venue.ledger.available(holder, 'coin', currency)) return rejected('balance_insufficient')
  const { id, version } = product
  const terms = { product: id, version, currency, rateMin, rateMax, days, redemptionRate }
  const order = { order: mining.nextOrder, holder, realm, amount, firstDay: dayOf(now) + 1, ...terms }
  return accepted([{ type: 'miningOpened', ...order }])
}

/**
 * Decides an early redemption: the days that have ended are paid first, then the principal comes back less its cost.
 * What was paid is kept, and a disabled holder may redeem too. Whose time is over already is not redeemed: all of it is about to come.
 */
export function redeemMining(
  mining: MiningState,
  venue: Venue,
  { holder, order: id }: MiningCommandOf<'redeemMining'>,
  now: number,
): Result<MiningEvent[]> {
  const who = whoHolds(venue, holder)
  if (!who.ok) return who
  const order = mining.orders.get(id)
  if (!order) return rejected(id > 0 && id < mining.nextOrder ? 'order_done' : 'order_unknown')
  if (order.holder !== holder) return rejected('not_owner')
  if (endOf(order) <= now) return rejected('order_done')
  const { realm, currency, amount, redemptionRate } = order
  const cost = redemptionCost(amount, redemptionRate)
  const redeemed = { order: id, holder, realm, currency, amount, cost }
  return accepted([...dueLines(mining, order, now), { type: 'miningRedeemed', ...redeemed }])
}
