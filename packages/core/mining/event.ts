import { big, bool, holderId, list, oneOf, struct, u53, union, type Of } from '../codec/codec.ts'
import { realms } from '../ledger/holders.ts'
import { dayRateCodec } from './command.ts'
import { miningTermsCodec } from './terms.ts'

/** What an order is from its opening on: the terms are its own, whatever becomes of the product. */
const orderFields = {
  order: u53,
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
  /** The first day of UTC that earns. */
  firstDay: u53,
} as const

/** One order's income of a day; `published`: whether the day had a rate of its own, or the lowest was taken. */
const lineCodec = struct({ order: u53, holder: holderId, currency: u53, rate: u53, published: bool, amount: big })
export type MiningLine = Of<typeof lineCodec>

export const miningEvents = {
  miningPublished: [100, struct({ product: u53, version: u53, terms: miningTermsCodec })],
  miningSwitched: [101, struct({ product: u53, on: bool })],
  miningRatesPublished: [102, struct({ product: u53, rates: list(dayRateCodec) })],
  miningOpened: [103, struct(orderFields)],
  /** The income of one day, at the day's end, of some of the orders that earned on it. */
  miningPaid: [104, struct({ realm: oneOf(realms), day: u53, lines: list(lineCodec) })],
  /** All days are paid: the principal is free. */
  miningDone: [105, struct({ order: u53, holder: holderId, currency: u53, amount: big })],
  /** The principal is free before its time, at a cost. */
  miningRedeemed: [
    106,
    struct({ order: u53, holder: holderId, realm: oneOf(realms), currency: u53, amount: big, cost: big }),
  ],
} as const

const eventCodec = union(miningEvents)
export type MiningEvent = Of<typeof eventCodec>
export type MiningEventOf<T extends MiningEvent['type']> = Extract<MiningEvent, { type: T }>
