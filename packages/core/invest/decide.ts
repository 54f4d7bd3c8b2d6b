import { faultOf, mayTakeRisk, whoActs } from '../book/checks.ts'
import type { Listing } from '../book/listing.ts'
import { newRiskRefusal } from '../book/realMoney.ts'
import type { Venue } from '../book/venue.ts'
import { usdt } from '../money/units.ts'
import { poolHasRoom, type PoolState } from '../pool/pool.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { BuyInvest, InvestCommand } from './command.ts'
import type { InvestEvent } from './event.ts'
import type { InvestProduct, InvestState } from './state.ts'
import { investedCurrency, investTermsHold, openInvestmentsMax, payoutsOf, saleEndOf } from './terms.ts'

/** Decides a command of invest; reads only. */
export function decideInvest(
  state: InvestState,
  pool: PoolState,
  venue: Venue,
  command: InvestCommand,
  now: number,
): Result<InvestEvent[]> {
  switch (command.type) {
    case 'publishInvest': {
      const { terms } = command
      if (terms.text === 0 || terms.digest === '') return rejected('invest_source_missing')
      if (!investTermsHold(terms, venue.listings.at(terms.listing), now)) return rejected('invest_terms_invalid')
      return accepted([{ type: 'investPublished', product: state.nextProduct, terms }])
    }
    case 'closeInvest': {
      const product = state.products.get(command.product)
      if (!product) return rejected('invest_product_unknown')
      if (!isOnSale(product, now)) return rejected('invest_sale_ended')
      return accepted([{ type: 'investClosed', product: product.id }])
    }
    case 'buyInvest':
      return buyInvest(state, pool, venue, command, now)
  }
}

/** Whether shares can be bought now, as far as the product goes. */
export function isOnSale({ closed, terms }: Pick<InvestProduct, 'closed' | 'terms'>, now: number): boolean {
  return !closed && now < saleEndOf(terms)
}

interface Floor {
  readonly product: InvestProduct
  readonly listing: Listing
}

// who, and what, up to the market
function floorOf(state: InvestState, venue: Venue, { holder, product: id }: BuyInvest, now: number): Result<Floor> {
  const who = whoActs(venue, holder)
  if (!who.ok) return who
  if (who.value.realm !== 'real') return rejected('realm_forbidden')
  const may = mayTakeRisk(venue, holder, 'invest')
  if (!may.ok) return may
  const product = state.products.get(id)
  if (product?.terms.realm !== 'real') return rejected('invest_product_unknown')
  if (!isOnSale(product, now)) return rejected('invest_sale_ended')
  const listing = venue.listings[product.terms.listing]
  const refusal = newRiskRefusal(listing, venue.marks.of(listing.id), 'real', now)
  return refusal ? rejected(refusal) : accepted({ product, listing })
}

/**
 * Decides a purchase: refuses it, or takes whole shares. Reads only. Checks climb from who to what to how much; after
 * the balance nothing can refuse any more.
 */
function buyInvest(
  state: InvestState,
  pool: PoolState,
  venue: Venue,
  command: BuyInvest,
  now: number,
): Result<InvestEvent[]> {
  const floor = floorOf(state, venue, command, now)
  if (!floor.ok) return floor
  const { product, listing } = floor.value
  const { terms } = product
  const { holder, shares } = command
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  if (shares < 1) return rejected('invest_shares_min')
  if (shares > terms.shares - product.sold) {
    return rejected('invest_shares_short', { left: String(terms.shares - product.sold) })
  }
  if ((state.byHolder.get(holder)?.size ?? 0) >= openInvestmentsMax) {
    return rejected('open_orders_too_many', { max: String(openInvestmentsMax) })
  }
  const currency = investedCurrency(terms.direction, listing)
  const amount = terms.sharePrice * BigInt(shares)
  const { coin: coinPayout, usdt: usdtPayout } = payoutsOf(terms, listing, amount)
  // what is put in stands in the pool from then on, and either currency may have to be paid
  const coinMore = currency === usdt ? coinPayout : coinPayout - amount
  const usdtMore = currency === usdt ? usdtPayout - amount : usdtPayout
  const hasRoom =
    poolHasRoom(pool, venue, terms.realm, listing.base, coinMore) &&
    poolHasRoom(pool, venue, terms.realm, usdt, usdtMore)
  if (!hasRoom) return rejected('invest_pool_short')
  if (amount > venue.ledger.available(holder, 'coin', currency)) return rejected('balance_insufficient')
  const bought = { holder, product: product.id, terms, currency, coin: listing.base, shares, amount }
  return accepted([{ type: 'investBought', order: state.nextOrder, ...bought, coinPayout, usdtPayout }])
}
