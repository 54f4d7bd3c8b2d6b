import { big, bool, holderId, list, oneOf, struct, u53, type Of } from '../codec/codec.ts'
import { realms } from '../ledger/holders.ts'
import type { PoolState } from '../pool/pool.ts'
import { dayRateCodec } from './command.ts'
import { admit, type MiningState } from './state.ts'
import { miningTermsCodec } from './terms.ts'

/** The durable part of mining in a snapshot. */
export const keptMiningCodec = struct({
  nextProduct: u53,
  nextOrder: u53,
  products: list(struct({ id: u53, version: u53, terms: miningTermsCodec, on: bool, rates: list(dayRateCodec) })),
  orders: list(
    struct({
      id: u53,
      holder: holderId,
      realm: oneOf(realms),
      product: u53,
      version: u53,
      currency: u53,
      amount: big,
      rateMin: u53,
      rateMax: u53,
      days: u53,
      redemptionRate: u53,
      firstDay: u53,
      openedAt: u53,
      daysPaid: u53,
      paid: big,
    }),
  ),
})
export type KeptMining = Of<typeof keptMiningCodec>

/** What of mining is kept. */
export function keepMining(mining: MiningState): KeptMining {
  return {
    nextProduct: mining.nextProduct,
    nextOrder: mining.nextOrder,
    products: [...mining.products.values()].map(({ rates, ...product }) => ({
      ...product,
      rates: [...rates].map(([day, rate]) => ({ day, rate })),
    })),
    orders: [...mining.orders.values()],
  }
}

/** Puts what was kept into an empty state; what is promised of it goes to the pool. */
export function restoreMining(mining: MiningState, pool: PoolState, kept: KeptMining): void {
  for (const { rates, ...product } of kept.products) {
    const byDay = new Map(rates.map(({ day, rate }) => [day, rate]))
    mining.products.set(product.id, { ...product, rates: byDay, locked: 0n })
  }
  for (const order of kept.orders) admit(mining, pool, { ...order })
  mining.nextProduct = kept.nextProduct
  mining.nextOrder = kept.nextOrder
}
