import type { PlainAnswer } from '../capability/capability.ts'
import { big, bool, holderId, list, oneOf, struct, u53, type Of, type UnionOf } from '../codec/codec.ts'
import { realms, type CurrencyId, type HolderId } from '../ledger/holders.ts'
import type { InvestedView } from '../ledger/holdView.ts'
import { investOrderCodec, type InvestEvent, type InvestOrder } from './event.ts'
import type { InvestState } from './state.ts'
import { investTermsCodec } from './terms.ts'

/** A product as it stands; `sold` of its shares are gone. */
export const investProductViewCodec = struct({
  product: u53,
  terms: investTermsCodec,
  sold: u53,
  closed: bool,
  running: u53,
})
export type InvestProductView = Of<typeof investProductViewCodec>

/** What matures together: what it pays if it all pays the coin, and if it all pays USDT. */
const maturityCodec = struct({ maturity: u53, listing: u53, orders: u53, coin: big, usdt: big })

/** Queries and replies of invest, by their tags in the exchange's unions. */
export const investQueries = {
  investProducts: [110, struct({ realm: oneOf(realms) })],
  investOrders: [111, struct({ holder: holderId })],
  /** What the house has promised, by maturity. */
  investPromises: [112, struct({})],
} as const

export const investReplies = {
  investProducts: [110, struct({ products: list(investProductViewCodec) })],
  investOrders: [111, struct({ orders: list(investOrderCodec) })],
  investPromises: [112, struct({ maturities: list(maturityCodec) })],
} as const

/** What was published, and what was bought. */
export const investAnswers = {
  investProduct: [110, struct({ product: u53 })],
  invest: [111, struct({ order: investOrderCodec })],
} as const
type InvestAnswer = UnionOf<typeof investAnswers> | PlainAnswer

/** The answer to an accepted publication or purchase, from its first event and the state after it. */
export function investAnswerTo(state: InvestState, [event]: readonly InvestEvent[]): InvestAnswer {
  if (event?.type === 'investPublished') return { type: 'investProduct', product: event.product }
  const order = event?.type === 'investBought' ? state.orders.get(event.order) : undefined
  return order ? { type: 'invest', order } : { type: 'done' }
}

/** What a holder has put in that is not settled, by currency. */
export function investedIn(state: InvestState, holder: HolderId): InvestedView[] {
  const found = new Map<CurrencyId, bigint>()
  for (const { currency, amount } of ordersOf(state, holder)) {
    found.set(currency, (found.get(currency) ?? 0n) + amount)
  }
  const rows = [...found].sort(([a], [b]) => a - b)
  return rows.map(([currency, amount]) => ({ product: 'invest', currency, amount }))
}

export type InvestReply = UnionOf<typeof investReplies>

function ordersOf({ orders, byHolder }: InvestState, holder: HolderId): InvestOrder[] {
  return [...(byHolder.get(holder) ?? [])].flatMap((id) => orders.get(id) ?? [])
}

function promises({ windows }: InvestState): InvestReply {
  const maturities = windows.map(({ maturity, listing, orders }) => {
    let coin = 0n
    let usdt = 0n
    for (const { coinPayout, usdtPayout } of orders.values()) {
      coin += coinPayout
      usdt += usdtPayout
    }
    return { maturity, listing, orders: orders.size, coin, usdt }
  })
  return { type: 'investPromises', maturities }
}

/** Answers a question about invest; changes nothing. */
export function answerInvest(state: InvestState, ask: UnionOf<typeof investQueries>): InvestReply {
  switch (ask.type) {
    case 'investProducts': {
      const products = [...state.products.values()].filter(({ terms }) => terms.realm === ask.realm)
      return { type: 'investProducts', products: products.map(({ id: product, ...rest }) => ({ product, ...rest })) }
    }
    case 'investOrders':
      return { type: 'investOrders', orders: ordersOf(state, ask.holder) }
    case 'investPromises':
      return promises(state)
  }
}
