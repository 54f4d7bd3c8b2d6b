import { gathered } from './capabilities.ts'
import { plainAnswers } from './capability/capability.ts'
import { big, bool, holderId, list, oneOf, struct, text, u53, union, type Of } from './codec/codec.ts'
import { holdCodec, investedCodec } from './ledger/holdView.ts'
import { realms } from './ledger/holders.ts'
import { accounts } from './ledger/move.ts'

/** What a command is answered with once it is committed. */
export const answerCodec = union({
  ...plainAnswers,
  /** `more`: the tick's work reached its bound and goes on with the next command of its symbol. */
  tick: [6, struct({ more: bool })],
  ...gathered('answers'),
})
export type Answer = Of<typeof answerCodec>

export const rejectionCodec = struct({
  reason: text,
  detail: list(struct({ name: text, value: text })),
})

/** What is asked of all capabilities together, or of the ledger and the keys below them. */
const wholeQueries = {
  balances: [1, struct({ holder: holderId })],
  house: [7, struct({ realm: oneOf(realms) })],
  sums: [8, struct({})],
  holds: [9, struct({ holder: holderId })],
  /** The balances of several holders at one moment. */
  balancesOf: [91, struct({ holders: list(struct({ holder: holderId })) })],
  /** Whether a holder's key of a route was used, as far as the engine remembers. */
  usedKey: [81, struct({ holder: holderId, route: text, id: text })],
} as const

/** What is asked of the engine's memory; it stands in the same queue as the commands. */
export const queryCodec = union({ ...wholeQueries, ...gathered('queries') })
export type Query = Of<typeof queryCodec>
export type WholeQuery = Extract<Query, { type: keyof typeof wholeQueries }>

const balanceCodec = struct({ account: oneOf(accounts), currency: u53, available: big, frozen: big })

export const replyCodec = union({
  /** What stands in the accounts, and beside them what is put in: together all that is the holder's. */
  balances: [1, struct({ balances: list(balanceCodec), invested: list(investedCodec) })],
  balancesOf: [91, struct({ holders: list(struct({ holder: holderId, balances: list(balanceCodec) })) })],
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
  holds: [9, struct({ holds: list(holdCodec) })],
  usedKey: [81, struct({ known: bool })],
  ...gathered('replies'),
})
export type Reply = Of<typeof replyCodec>
export type Balance = Of<typeof balanceCodec>
export type SumsReply = Extract<Reply, { type: 'sums' }>
