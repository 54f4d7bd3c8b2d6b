import { big, bool, holderId, struct, u53, union, type Of } from '../codec/codec.ts'
import { investTermsCodec } from './terms.ts'

/** What was bought: the product's terms as they stood, and what either outcome pays. */
const orderFields = {
  order: u53,
  holder: holderId,
  product: u53,
  terms: investTermsCodec,
  /** The currency that was put in, and the coin that may be paid. */
  currency: u53,
  coin: u53,
  shares: u53,
  amount: big,
  coinPayout: big,
  usdtPayout: big,
} as const

export const investOrderCodec = struct({ ...orderFields, boughtAt: u53 })
export type InvestOrder = Of<typeof investOrderCodec>

/** What can happen to products. Amounts in smallest units, prices in tenths of a tick, times in UTC ms. */
export const investEvents = {
  investPublished: [110, struct({ product: u53, terms: investTermsCodec })],
  /** The sale ended before its time; what was bought runs on. */
  investClosed: [111, struct({ product: u53 })],
  investBought: [112, struct(orderFields)],
  /** The settlement price of all products on a listing that mature at one moment, and the samples it is the mean of. */
  investPriced: [
    113,
    struct({ listing: u53, maturity: u53, settlementTenths: u53, samples: u53, first: u53, last: u53 }),
  ],
  /** No settlement price can be had: what was put in comes back. */
  investLost: [114, struct({ listing: u53, maturity: u53 })],
  investSettled: [
    115,
    struct({
      order: u53,
      holder: holderId,
      product: u53,
      /** Whether the coin was paid, or USDT. */
      inCoin: bool,
      currency: u53,
      amount: big,
      settlementTenths: u53,
    }),
  ],
  investVoided: [116, struct({ order: u53, holder: holderId, product: u53, currency: u53, amount: big })],
} as const

const eventCodec = union(investEvents)
export type InvestEvent = Of<typeof eventCodec>
export type InvestEventOf<T extends InvestEvent['type']> = Extract<InvestEvent, { type: T }>
