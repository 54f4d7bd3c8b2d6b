import { noSlot, sides } from '../book/book.ts'
import { kindCodec, sideCodec, timeInForceCodec } from '../book/orderWords.ts'
import type { Venue } from '../book/venue.ts'
import { big, bool, holderId, list, nullable, struct, u53, type Of } from '../codec/codec.ts'
import { realms } from '../ledger/holders.ts'
import { accountOf, admitOrder, admitPosition, openDerivative, restInBook } from './keep.ts'
import { derivativeBook, type DerivativeOrder, type DerivativeState } from './state.ts'
import { bracketsFrom, listingBrackets } from './bracketVersions.ts'
import { bracketTermsCodec, derivativeTermsCodec, makeDerivative } from './terms.ts'
import {
  marginModeCodec,
  positionKindCodec,
  positionSideCodec,
  productCodec,
  purposeCodec,
  triggerStateCodec,
} from './words.ts'

const orderCodec = struct({
  id: u53,
  holder: holderId,
  listing: u53,
  product: productCodec,
  position: positionKindCodec,
  purpose: purposeCodec,
  closes: u53,
  side: sideCodec,
  kind: kindCodec,
  timeInForce: timeInForceCodec,
  price: u53,
  lots: u53,
  filled: u53,
  quoteFilled: big,
  feeScaled: big,
  feePaid: big,
  realised: big,
  multiple: u53,
  reduceOnly: bool,
  hold: big,
  heldPrice: u53,
  feeRateMaker: u53,
  feeRateTaker: u53,
  bracketVersion: u53,
  stopLoss: u53,
  takeProfit: u53,
  acceptedAt: u53,
  updatedAt: u53,
  made: bool,
  took: bool,
})

const originCodec = struct({
  kind: kindCodec,
  timeInForce: timeInForceCodec,
  price: u53,
  feeRate: u53,
  acceptedAt: u53,
  lots: u53,
  filled: u53,
  quoteFilled: big,
  made: bool,
  took: bool,
})

const positionCodec = struct({
  id: u53,
  holder: holderId,
  listing: u53,
  kind: positionKindCodec,
  side: positionSideCodec,
  lots: u53,
  cost: big,
  margin: big,
  multiple: u53,
  bracketVersion: u53,
  stopLoss: u53,
  takeProfit: u53,
  triggered: triggerStateCodec,
  feePaid: big,
  realised: big,
  funding: big,
  lotsClosed: u53,
  proceeds: big,
  openedAt: u53,
  updatedAt: u53,
  origin: nullable(originCodec),
})

const settingCodec = struct({ listing: u53, mode: marginModeCodec, multiple: u53 })
const measureCodec = struct({ brackets: list(bracketTermsCodec), announcedAt: u53, effectiveAt: u53 })
const houseCodec = struct({ side: positionSideCodec, lots: u53, cost: big })

/**
 * All that is durable of contracts and perpetuals. Orders stand in the order in which they would trade, positions in
 * the order in which they were opened, so that every queue and every map comes back as it was.
 */
export const keptDerivativeCodec = struct({
  terms: list(struct({ listing: u53, terms: derivativeTermsCodec })),
  brackets: list(struct({ listing: u53, versions: list(list(bracketTermsCodec)), measure: nullable(measureCodec) })),
  accounts: list(struct({ holder: holderId, perpetualHold: big, settings: list(settingCodec) })),
  positions: list(positionCodec),
  queues: list(list(orderCodec)),
  house: list(list(nullable(houseCodec))),
  clearing: list(list(big)),
  nextOrder: u53,
  nextTrade: u53,
})
export type KeptDerivative = Of<typeof keptDerivativeCodec>

function queuesOf(state: DerivativeState): DerivativeOrder[][] {
  const queues: DerivativeOrder[][] = []
  for (const realm of realms) {
    for (const derivative of state.terms) {
      if (!derivative) continue
      for (const side of sides) queues.push([...derivativeBook(state, realm, derivative.listing).queue(side)])
    }
  }
  return queues
}

/** What a snapshot keeps of the state. */
export function keepDerivative(state: DerivativeState): KeptDerivative {
  const listings = Array.from({ length: state.terms.length }, (_, listing) => listing)
  return {
    terms: state.terms.flatMap((terms) => (terms ? [{ listing: terms.listing, terms }] : [])),
    brackets: state.brackets.flatMap((kept, listing) => (kept ? [{ listing, ...kept }] : [])),
    accounts: [...state.accounts.values()].map(({ holder, perpetualHold, settings }) => ({
      holder,
      perpetualHold,
      settings: [...settings].map(([listing, setting]) => ({ listing, ...setting })),
    })),
    positions: [...state.positions.values()],
    queues: queuesOf(state),
    house: realms.map((realm) => listings.map((listing) => state.house[realm][listing] ?? null)),
    clearing: realms.map((realm) => listings.map((listing) => state.clearing[realm][listing] ?? 0n)),
    nextOrder: state.nextOrder,
    nextTrade: state.nextTrade,
  }
}

/** Fills an empty state from what a snapshot kept; the venue must be restored before. All positions are touched. */
export function restoreDerivative(state: DerivativeState, venue: Venue, snapshot: KeptDerivative): void {
  for (const { listing, terms } of snapshot.terms) {
    const derivative = makeDerivative(venue.listings[listing], terms, venue.currencies)
    if (!derivative) throw new RangeError(`the snapshot's derivative ${listing} cannot be exact`)
    openDerivative(state, derivative)
  }
  for (const { listing, versions, measure } of snapshot.brackets) {
    const kept = listingBrackets(state, listing)
    kept.versions.push(...versions.map(bracketsFrom))
    kept.measure = measure
  }
  for (const kept of snapshot.accounts) {
    const account = accountOf(state, venue, kept.holder)
    account.perpetualHold = kept.perpetualHold
    for (const { listing, ...setting } of kept.settings) account.settings.set(listing, setting)
  }
  for (const kept of snapshot.positions) {
    if (kept.kind === 'house') throw new RangeError('the house has no position of a user')
    admitPosition(state, accountOf(state, venue, kept.holder), {
      ...kept,
      kind: kept.kind,
      origin: kept.origin ? { ...kept.origin } : null,
    })
  }
  restoreOrders(state, venue, snapshot)
  realms.forEach((realm, at) => {
    snapshot.house[at].forEach((held, listing) => {
      if (held) state.house[realm][listing] = { ...held }
    })
    snapshot.clearing[at].forEach((amount, listing) => (state.clearing[realm][listing] = amount))
  })
  state.nextOrder = snapshot.nextOrder
  state.nextTrade = snapshot.nextTrade
}

function restoreOrders(state: DerivativeState, venue: Venue, snapshot: KeptDerivative): void {
  const orders: DerivativeOrder[] = []
  for (const queue of snapshot.queues) {
    for (const kept of queue) {
      const order: DerivativeOrder = { ...kept, slot: noSlot, arrival: 0, isCloser: false }
      restInBook(state, venue.holders.realm(order.holder), order)
      orders.push(order)
    }
  }
  for (const order of orders.toSorted((a, b) => a.id - b.id)) {
    admitOrder(state, accountOf(state, venue, order.holder), order)
  }
}
