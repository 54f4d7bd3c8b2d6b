import { big, bool, holderId, list, oneOf, struct, u53, union, type Of } from '../codec/codec.ts'
import { realms, type Realm, type HolderId } from '../ledger/holders.ts'
import { investOrderCodec, isInvestEvent, type InvestOrder } from './event.ts'
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
const answerCodec = union({ ...investAnswers, done: [1, struct({})] })
type InvestAnswer = Of<typeof answerCodec>

/** The answer to an accepted publication or purchase, from its events and the state after them. */
export function investAnswerTo(state: InvestState, events: readonly { readonly type: string }[]): InvestAnswer {
  for (const event of events) {
    if (!isInvestEvent(event)) continue
    if (event.type === 'investPublished') return { type: 'investProduct', product: event.product }
    const order = event.type === 'investBought' ? state.orders.get(event.order) : undefined
    if (order) return { type: 'invest', order }
  }
  return { type: 'done' }
}

const replyCodec = union(investReplies)
export type InvestReply = Of<typeof replyCodec>

type InvestAsk =
  | { readonly type: 'investProducts'; readonly realm: Realm }
  | { readonly type: 'investOrders'; readonly holder: HolderId }
  | { readonly type: 'investPromises' }

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
export function answerInvest(state: InvestState, ask: InvestAsk): InvestReply {
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
