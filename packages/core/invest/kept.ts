import { big, bool, i53, list, struct, u53, type Of } from '../codec/codec.ts'
import type { PoolState } from '../pool/pool.ts'
import { investOrderCodec } from './event.ts'
import { admit, windowOf, type InvestState } from './state.ts'
import { investTermsCodec } from './terms.ts'

/** The durable part of invest in a snapshot. */
export const keptInvestCodec = struct({
  nextProduct: u53,
  nextOrder: u53,
  products: list(struct({ id: u53, terms: investTermsCodec, sold: u53, closed: bool, running: u53 })),
  orders: list(investOrderCodec),
  windows: list(
    struct({
      listing: u53,
      maturity: u53,
      sum: big,
      samples: u53,
      first: u53,
      last: u53,
      settlementTenths: i53,
    }),
  ),
})
export type KeptInvest = Of<typeof keptInvestCodec>

/** What of invest is kept. */
export function keepInvest(state: InvestState): KeptInvest {
  const { nextProduct, nextOrder, products, orders, windows } = state
  return {
    nextProduct,
    nextOrder,
    products: [...products.values()],
    orders: [...orders.values()],
    windows,
  }
}

/** Puts what was kept into an empty state. */
export function restoreInvest(state: InvestState, pool: PoolState, kept: KeptInvest): void {
  state.nextProduct = kept.nextProduct
  state.nextOrder = kept.nextOrder
  for (const product of kept.products) state.products.set(product.id, { ...product })
  for (const order of kept.orders) admit(state, pool, order)
  for (const { listing, maturity, ...figures } of kept.windows)
    Object.assign(windowOf(state, listing, maturity), figures)
}
