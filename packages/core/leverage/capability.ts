import type { Venue } from '../book/venue.ts'
import type { Answering, Capability, PlainAnswer } from '../capability/capability.ts'
import type { UnionOf } from '../codec/codec.ts'
import { derivativeCommands, type DerivativeCommand } from '../derivative/command.ts'
import { derivativeEvents, type DerivativeEvent } from '../derivative/event.ts'
import { evolveDerivative } from '../derivative/evolve.ts'
import { derivativeBookReply, houseReply, keptBracketsReply, termsReply } from '../derivative/house.ts'
import { keepCharges, keptChargesCodec, restoreCharges, type KeptCharges } from '../derivative/charges.ts'
import { decideTerms, termsDue } from '../derivative/measure.ts'
import { derivativeMoves } from '../derivative/moves.ts'
import { endedOpenings } from '../derivative/orders.ts'
import { orderViewOf, viewAfter } from '../derivative/orderView.ts'
import { keepDerivative, keptDerivativeCodec, restoreDerivative, type KeptDerivative } from '../derivative/kept.ts'
import { createDerivativeState, type DerivativeState } from '../derivative/state.ts'
import { derivativeAnswers, derivativeQueries, derivativeReplies, type ClosingView } from '../derivative/view.ts'
import type { HolderId } from '../ledger/holders.ts'
import type { HoldView } from '../ledger/holdView.ts'
import { usdt } from '../money/units.ts'
import { contractCommands, perpetualCommands, type LeverageCommand } from './command.ts'
import { contractAfter, contractViewOf, contractViewsOf } from './contractView.ts'
import { decideLeverage } from './decide.ts'
import {
  perpetualAccountOf,
  perpetualOrderViews,
  positionViewOf,
  positionViewsOf,
  settingViewOf,
} from './perpetualView.ts'

const words = {
  commands: { ...derivativeCommands, ...contractCommands, ...perpetualCommands },
  events: derivativeEvents,
  queries: derivativeQueries,
  replies: derivativeReplies,
  answers: derivativeAnswers,
}

type World = { readonly venue: Venue; readonly derivative: DerivativeState }
type Command = DerivativeCommand | LeverageCommand
type Answer = UnionOf<typeof derivativeAnswers> | PlainAnswer

function isTerms(command: Command): command is DerivativeCommand {
  return command.type in derivativeCommands
}

/** Contracts and perpetuals: what is traded with more than one has. */
export const leverageCapability: Capability<World, typeof words, DerivativeState, KeptDerivative> = {
  ...words,
  create: createDerivativeState,
  start: ({ derivative, venue }, command, now) =>
    isTerms(command) ? decideTerms(derivative, venue, command, now) : decideLeverage(derivative, venue, command, now),
  evolve: ({ derivative, venue }, event, now) => evolveDerivative(derivative, venue, event, now),
  moves: derivativeMoves,
  isRisk: true,
  answer: (world, command, now) => answering(world, command, now),
  query: (world, ask, now) => answerDerivative(world, ask, now),
  *steps({ derivative }, { now }) {
    for (const events of termsDue(derivative, now)) yield { events, more: false }
  },
  endsRisk({ derivative }, event) {
    const before = event.type === 'derivativeTermsSet' ? derivative.terms[event.listing] : undefined
    if (event.type !== 'derivativeTermsSet' || !before) return null
    const { contractOn, perpetualOn } = event.terms
    return (before.contractOn && !contractOn) || (before.perpetualOn && !perpetualOn) ? 'many' : null
  },
  endOpenings: ({ derivative, venue }, holder) => endedOpenings(derivative, venue, holder),
  openOrders: ({ derivative }, holder) => derivative.accounts.get(holder)?.orders.size ?? 0,
  holds: ({ derivative }, holder) => holdsOf(derivative, holder),
  kept: keptDerivativeCodec,
  keep: ({ derivative }) => keepDerivative(derivative),
  restore: ({ derivative, venue }, kept) => restoreDerivative(derivative, venue, kept),
  later: {
    kept: keptChargesCodec,
    keep: ({ derivative }) => keepCharges(derivative.charges),
    restore: ({ derivative }, kept: KeptCharges) => restoreCharges(derivative.charges, kept),
  },
}

function holdsOf({ accounts }: DerivativeState, holder: HolderId): HoldView[] {
  const account = accounts.get(holder)
  if (!account) return []
  const place = { account: 'contract', currency: usdt } as const
  const orders = [...account.orders.values()].map(({ id: ref, product, listing, hold, acceptedAt }): HoldView => {
    const cause = product === 'contract' ? 'contract_order' : 'perpetual_order'
    return { cause, ...place, amount: hold, ref, listing: listing + 1, since: acceptedAt }
  })
  const positions = [...account.positions.values()].map(({ id: ref, kind, listing, margin, openedAt }): HoldView => {
    const cause = kind === 'ticket' ? 'contract_margin' : 'isolated_margin'
    return { cause, ...place, amount: margin, ref, listing: listing + 1, since: openedAt }
  })
  const cross = { cause: 'cross_margin', ref: 0, listing: 0, since: 0 } as const
  return [...orders, ...positions, { ...cross, ...place, amount: account.perpetualHold }]
}

function closings({ derivative }: World, events: readonly DerivativeEvent[], now: number): Answer {
  const found: ClosingView[] = []
  const canceled: number[] = []
  for (const event of events) {
    if (event.type === 'derivativeOrderAccepted') {
      const order = viewAfter(null, event.order, events, now)
      const left = derivative.positions.get(event.closes)?.lots ?? 0
      if (order) found.push({ order, position: event.closes, left })
    } else if (event.type === 'derivativeOrderClosed') canceled.push(event.order)
  }
  const sent = new Set(found.map(({ order }) => order.order))
  return { type: 'closings', closings: found, canceled: canceled.filter((order) => !sent.has(order)) }
}

// what a command that names an order tells of it is reckoned from how it stood before
function answering(world: World, command: Command, now: number): Answering<DerivativeEvent, Answer> {
  const { derivative, venue } = world
  const named = 'order' in command ? command.order : null
  const contract = named === null ? null : contractViewOf(derivative, venue, named, now)
  const open = named === null ? undefined : derivative.orders.get(named)
  const order = open ? orderViewOf(open) : null
  const first = (events: readonly DerivativeEvent[]): number =>
    named ?? (events[0]?.type === 'derivativeOrderAccepted' ? events[0].order : 0)
  return (events) => {
    switch (command.type) {
      case 'placeContractOrder':
      case 'setContractTargets':
      case 'amendContractOrder':
      case 'addContractMargin':
      case 'cancelContractOrder': {
        const view = contractAfter(derivative, venue, first(events), contract, events, now)
        return view ? { type: 'contract', view } : { type: 'done' }
      }
      case 'placePerpetualOrder':
      case 'placePerpetualShown':
      case 'amendPerpetualOrder':
      case 'cancelPerpetualOrder': {
        const view = viewAfter(order, first(events), events, now)
        return view ? { type: 'derivativeOrder', view } : { type: 'done' }
      }
      case 'closeContract':
      case 'closeAllContracts':
      case 'closePerpetual':
      case 'closeAllPerpetual':
        return closings(world, events, now)
      case 'cancelAllContractOrders':
      case 'cancelAllPerpetualOrders': {
        const orders = events.flatMap((event) => (event.type === 'derivativeOrderClosed' ? [event.order] : []))
        return { type: 'closed', orders }
      }
      case 'setPerpetual': {
        const setting = settingViewOf(derivative, command.holder, venue.listingByCode.get(command.symbol) ?? -1)
        return setting ? { type: 'perpetualSetting', setting } : { type: 'done' }
      }
      case 'setPerpetualTargets':
      case 'addPerpetualMargin': {
        const position = derivative.positions.get(command.position)
        return position
          ? { type: 'position', view: positionViewOf(derivative, venue, position, now) }
          : { type: 'done' }
      }
      case 'configureDerivative':
      case 'announceBrackets':
      case 'withdrawBrackets':
        return { type: 'done' }
    }
  }
}

const depthMax = 50

function answerDerivative(
  { derivative, venue }: World,
  ask: UnionOf<typeof derivativeQueries>,
  now: number,
): UnionOf<typeof derivativeReplies> {
  const was = (id: number): boolean => id > 0 && id < derivative.nextOrder
  switch (ask.type) {
    case 'derivativeTerms':
      return { type: 'derivativeTerms', ...termsReply(derivative, venue) }
    case 'contractOrders':
      return { type: 'contractOrders', orders: contractViewsOf(derivative, venue, ask.holder, now) }
    case 'contractOrder': {
      const view = contractViewOf(derivative, venue, ask.order, now)
      const own = view?.holder === ask.holder
      return { type: 'contractOrder', order: own ? view : null, known: was(ask.order), own }
    }
    case 'perpetualAccount':
      return { type: 'perpetualAccount', account: perpetualAccountOf(derivative, venue, ask.holder, now) }
    case 'perpetualPositions':
      return { type: 'perpetualPositions', positions: positionViewsOf(derivative, venue, ask.holder, now) }
    case 'perpetualPosition': {
      const found = derivative.positions.get(ask.position)
      const position = found && found.kind !== 'ticket' ? positionViewOf(derivative, venue, found, now) : null
      const own = position?.holder === ask.holder
      return { type: 'perpetualPosition', position: own ? position : null, known: was(ask.position), own }
    }
    case 'perpetualOrders':
      return { type: 'perpetualOrders', orders: perpetualOrderViews(derivative, ask.holder) }
    case 'perpetualOrder': {
      const found = derivative.orders.get(ask.order)
      const own = found?.holder === ask.holder
      const order = found && own && found.product === 'perpetual' ? orderViewOf(found) : null
      return { type: 'perpetualOrder', order, known: was(ask.order), own }
    }
    case 'derivativeBook': {
      const depth = Math.min(ask.depth, depthMax)
      return { type: 'derivativeBook', ...derivativeBookReply(derivative, venue, ask.realm, ask.listing, depth, now) }
    }
    case 'derivativeHouse':
      return { type: 'derivativeHouse', ...houseReply(derivative, venue, ask.realm) }
    case 'keptBrackets':
      return { type: 'keptBrackets', ...keptBracketsReply(derivative, ask.holder) }
  }
}
