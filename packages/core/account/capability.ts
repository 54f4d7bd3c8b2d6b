import type { Venue } from '../book/venue.ts'
import type { Capability } from '../capability/capability.ts'
import { bool, holderId, list, nullable, oneOf, struct, text, u53, type Of } from '../codec/codec.ts'
import { crossFigures } from '../derivative/account.ts'
import type { DerivativeState } from '../derivative/state.ts'
import { realms } from '../ledger/holders.ts'
import { realNameStates } from '../ledger/standing.ts'
import {
  accountCommands,
  accountEvents,
  createAccountState,
  decideAccount,
  decideTransfer,
  type AccountState,
} from './account.ts'
import { evolveAccount } from './evolve.ts'
import { accountMoves } from './moves.ts'

const standingCodec = struct({
  realm: oneOf(realms),
  disabled: bool,
  realName: oneOf(realNameStates),
  country: text,
  restrained: bool,
  suspended: bool,
  staff: bool,
})

const words = {
  commands: accountCommands,
  events: accountEvents,
  queries: {
    standing: [6, struct({ holder: holderId })],
    /** Which accounts are tagged as those of people who see orders, in the order in which they came. */
    staffTags: [196, struct({})],
  },
  replies: {
    standing: [6, struct({ standing: nullable(standingCodec) })],
    staffTags: [196, struct({ tags: list(struct({ holder: holderId })) })],
  },
  answers: { transfer: [4, struct({ transfer: u53, time: u53 })] },
} as const

const keptCodec = struct({ nextTransfer: u53 })

type World = { readonly venue: Venue; readonly account: AccountState; readonly derivative: DerivativeState }

/** Who is there, and what moves between their own accounts. */
export const accountCapability: Capability<World, typeof words, AccountState, Of<typeof keptCodec>> = {
  ...words,
  create: createAccountState,
  decide: ({ account, derivative, venue }, command, now) =>
    command.type === 'transfer'
      ? decideTransfer(account, venue, command, crossFigures(derivative, venue, command.holder, now))
      : decideAccount(venue, command),
  evolve: ({ account, venue }, event) => evolveAccount(account, venue, event),
  moves: accountMoves,
  answer:
    (_, __, time) =>
    ([event]) =>
      event?.type === 'transferred' ? { type: 'transfer', transfer: event.transfer, time } : { type: 'done' },
  query({ venue }, ask) {
    if (ask.type === 'standing') return { type: 'standing', standing: venue.holders.find(ask.holder) ?? null }
    const tagged = [...venue.holders.all()].filter(([, { staff }]) => staff)
    return { type: 'staffTags', tags: tagged.map(([holder]) => ({ holder })) }
  },
  endsRisk(_, event) {
    const mayEnd = event.type === 'standingSet' || (event.type === 'staffTagged' && event.staff)
    return mayEnd ? { holder: event.holder } : null
  },
  kept: keptCodec,
  keep: ({ account: { nextTransfer } }) => ({ nextTransfer }),
  restore: ({ account }, { nextTransfer }) => Object.assign(account, { nextTransfer }),
}
