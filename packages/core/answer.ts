import { big, bool, holderId, list, nullable, oneOf, struct, text, u53, union, type Of } from './codec/codec.ts'
import { listingCodec } from './book/listing.ts'
import { priceKinds } from './book/mark.ts'
import { convertEvents } from './convert/convert.ts'
import { derivativeAnswers, derivativeQueries, derivativeReplies } from './derivative/view.ts'
import { holdQueries, holdReplies } from './holdView.ts'
import { realms } from './ledger/holders.ts'
import { accounts } from './ledger/move.ts'
import { realNameStates } from './ledger/standing.ts'
import { fundingQueries, fundingReplies } from './funding/view.ts'
import { optionQueries, optionReplies, optionViewCodec } from './option/view.ts'
import { realConditionCodec } from './book/realMoney.ts'
import { depositCodec, withdrawalCodec } from './wallet/event.ts'
import { walletViewCodec } from './wallet/view.ts'
import { restraintQueries, restraintReplies } from './restraint/restraint.ts'
import { suspensionQueries, suspensionReplies } from './suspension/words.ts'
import { wealthAnswers, wealthQueries, wealthReplies } from './wealthParts.ts'
import { closeReasonCodec, kindCodec, sideCodec, timeInForceCodec } from './spot/order.ts'

export const orderStatuses = ['new', 'filled', 'canceled'] as const

/** A spot order as it stands: prices in ticks, quantities in steps, amounts in smallest units. */
export const orderViewCodec = struct({
  order: u53,
  holder: holderId,
  listing: u53,
  side: sideCodec,
  kind: kindCodec,
  timeInForce: timeInForceCodec,
  price: u53,
  quantity: u53,
  budget: big,
  filled: u53,
  quoteFilled: big,
  feePaid: big,
  feeRateMaker: u53,
  feeRateTaker: u53,
  made: bool,
  took: bool,
  status: oneOf(orderStatuses),
  reason: nullable(closeReasonCodec),
  acceptedAt: u53,
  updatedAt: u53,
})
export type OrderView = Of<typeof orderViewCodec>

/** What a command is answered with once it is committed. */
export const answers = {
  done: [1, struct({})],
  order: [2, struct({ view: orderViewCodec })],
  closed: [3, struct({ orders: list(u53) })],
  transfer: [4, struct({ transfer: u53, time: u53 })],
  listed: [5, struct({ id: u53 })],
  quote: [7, struct({ quote: convertEvents.conversionQuoted[1], time: u53 })],
  converted: [8, struct({ conversion: convertEvents.converted[1], time: u53 })],
  /** `more`: the tick's work reached its bound and goes on with the next command of its symbol. */
  tick: [6, struct({ more: bool })],
  ...derivativeAnswers,
  option: [30, struct({ view: optionViewCodec })],
  /** A deposit or a withdrawal that is open after the command. */
  deposit: [80, struct({ deposit: depositCodec })],
  withdrawal: [81, struct({ withdrawal: withdrawalCodec })],
  ...wealthAnswers,
} as const
export const answerCodec = union(answers)
export type Answer = Of<typeof answerCodec>

export const rejectionCodec = struct({
  reason: text,
  detail: list(struct({ name: text, value: text })),
})

const levelCodec = struct({ price: u53, quantity: u53 })

/** What is asked of the engine's memory; it stands in the same queue as the commands. */
export const queries = {
  balances: [1, struct({ holder: holderId })],
  spotOrders: [2, struct({ holder: holderId })],
  spotOrder: [3, struct({ holder: holderId, order: u53 })],
  book: [4, struct({ realm: oneOf(realms), listing: u53, depth: u53 })],
  catalogue: [5, struct({})],
  standing: [6, struct({ holder: holderId })],
  house: [7, struct({ realm: oneOf(realms) })],
  sums: [8, struct({})],
  ...holdQueries,
  ...derivativeQueries,
  ...optionQueries,
  ...fundingQueries,
  wallet: [80, struct({ holder: holderId })],
  /** Whether a holder's key of a route was used, as far as the engine remembers. */
  usedKey: [81, struct({ holder: holderId, route: text, id: text })],
  realMoney: [82, struct({})],
  ...wealthQueries,
  ...restraintQueries,
  /** Which accounts are tagged as those of people who see orders, in the order in which they came. */
  staffTags: [196, struct({})],
  ...suspensionQueries,
} as const
export const queryCodec = union(queries)
export type Query = Of<typeof queryCodec>

export const balanceCodec = struct({
  account: oneOf(accounts),
  currency: u53,
  available: big,
  frozen: big,
})

/**
 * What a holder has put into products that take it out of the accounts until they pay, in smallest units of the currency
 * that was put in.
 */
const investedCodec = struct({ product: oneOf(['invest', 'ieo']), currency: u53, amount: big })
export type InvestedView = Of<typeof investedCodec>

export const replies = {
  /** What stands in the accounts, and beside them what is put in: together all that is the holder's. */
  balances: [1, struct({ balances: list(balanceCodec), invested: list(investedCodec) })],
  spotOrders: [2, struct({ orders: list(orderViewCodec) })],
  spotOrder: [3, struct({ order: nullable(orderViewCodec), known: bool, own: bool })],
  book: [
    4,
    struct({
      listing: u53,
      bids: list(levelCodec),
      asks: list(levelCodec),
      indexTenths: u53,
      markTime: u53,
      sources: u53,
      kind: oneOf(priceKinds),
      /** The reason why no order is taken now, or '' where trading is on. */
      refusal: text,
    }),
  ],
  catalogue: [
    5,
    struct({
      currencies: list(struct({ id: u53, code: text, scale: u53 })),
      /** `haltedUntil`: when an operator's halt ends; 0 where none has halted it. */
      listings: list(struct({ id: u53, terms: listingCodec, haltedUntil: u53 })),
      productsOn: list(text),
    }),
  ],
  standing: [
    6,
    struct({
      standing: nullable(
        struct({
          realm: oneOf(realms),
          disabled: bool,
          realName: oneOf(realNameStates),
          country: text,
          restrained: bool,
          suspended: bool,
          staff: bool,
        }),
      ),
    }),
  ],
  house: [7, struct({ accounts: list(struct({ house: text, currency: u53, posted: big })) })],
  /**
   * The zero-sum report: what all accounts of a realm and currency come to, frozen against open holds, and what
   * clearing stands at by listing against −Σ s·cost of the open positions.
   */
  sums: [
    8,
    struct({
      sums: list(struct({ realm: oneOf(realms), currency: u53, posted: big, frozen: big, held: big })),
      clearing: list(struct({ realm: oneOf(realms), listing: u53, stands: big, due: big })),
    }),
  ],
  ...holdReplies,
  wallet: [80, struct({ view: walletViewCodec })],
  usedKey: [81, struct({ known: bool })],
  /** What is missing for real money, for anybody. */
  realMoney: [82, struct({ unmet: list(realConditionCodec) })],
  ...derivativeReplies,
  ...optionReplies,
  ...fundingReplies,
  ...wealthReplies,
  ...restraintReplies,
  staffTags: [196, struct({ tags: list(struct({ holder: holderId })) })],
  ...suspensionReplies,
} as const
export const replyCodec = union(replies)
export type Reply = Of<typeof replyCodec>
export type SumsReply = Extract<Reply, { type: 'sums' }>
