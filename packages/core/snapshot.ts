import {
  big,
  bool,
  decode,
  encode,
  holderId,
  i53,
  list,
  nullable,
  oneOf,
  struct,
  text,
  u53,
  type Of,
} from './codec/codec.ts'
import { sides } from './book/book.ts'
import { listingCodec, makeListing } from './book/listing.ts'
import { openListing } from './book/venue.ts'
import { convertEvents } from './convert/convert.ts'
import { derivativeSnapshotCodec, encodeDerivative, restoreDerivative } from './derivative/snapshot.ts'
import { fundingSnapshotCodec, keepFunding, restoreFunding } from './funding/state.ts'
import { keptKeysCodec } from './keyBytes.ts'
import type { KeySecret } from './keyTable.ts'
import { realms, type Realm } from './ledger/holders.ts'
import { accounts } from './ledger/move.ts'
import { realNameStates } from './ledger/standing.ts'
import { steps, ticks } from './money/units.ts'
import { keepOptions, keptOptionsCodec, restoreOptions } from './option/kept.ts'
import { keptRestraintsCodec } from './restraint/restraint.ts'
import { kindCodec, sideCodec, timeInForceCodec, type SpotOrder } from './spot/order.ts'
import { bookOf } from './spot/state.ts'
import { keptSuspensionsCodec } from './suspension/suspension.ts'
import { createState, type State } from './state.ts'
import { encodeWallet, restoreWallet, walletCodec } from './wallet/snapshot.ts'
import { keepWealth, keptWealthCodec, restoreWealth } from './wealthParts.ts'

/** The version of the snapshot's shape; a reader refuses any other. */
export const snapshotVersion = 3

const orderCodec = struct({
  id: u53,
  holder: holderId,
  listing: u53,
  side: sideCodec,
  kind: kindCodec,
  timeInForce: timeInForceCodec,
  price: u53,
  quantity: u53,
  /** Always 0: one that spends a budget does not stay open. */
  budget: i53,
  filled: u53,
  quoteFilled: i53,
  feePaid: i53,
  feeRateMaker: u53,
  feeRateTaker: u53,
  feeExcess: u53,
  acceptedAt: u53,
  updatedAt: u53,
  made: bool,
  took: bool,
})

/** The whole durable state. Orders stand in the order in which they would trade, so that places in queues come back. */
export const snapshotCodec = struct({
  version: u53,
  time: u53,
  currencies: list(struct({ id: u53, code: text, scale: u53 })),
  listings: list(struct({ id: u53, terms: listingCodec })),
  holders: list(
    struct({
      holder: holderId,
      realm: oneOf(realms),
      disabled: bool,
      realName: oneOf(realNameStates),
      country: text,
      restrained: bool,
      suspended: bool,
      staff: bool,
    }),
  ),
  balances: list(struct({ holder: holderId, account: oneOf(accounts), currency: u53, posted: big, frozen: big })),
  productsOn: list(text),
  lastSamples: list(i53),
  lastStamp: u53,
  lastLive: list(struct({ indexTenths: u53, stamp: u53 })),
  nextTransfer: u53,
  nextOrder: u53,
  nextTrade: u53,
  queues: list(list(orderCodec)),
  nextQuote: u53,
  nextConversion: u53,
  conversionQuotes: list(convertEvents.conversionQuoted[1]),
  /** By realm and currency, in worth of USDT. */
  deskDrawn: list(list(nullable(struct({ drawn: big, at: u53 })))),
  derivative: derivativeSnapshotCodec,
  funding: fundingSnapshotCodec,
  option: keptOptionsCodec,
  wallet: walletCodec,
  wealth: keptWealthCodec,
  restraints: keptRestraintsCodec,
  suspensions: keptSuspensionsCodec,
  keys: keptKeysCodec,
})
type Snapshot = Of<typeof snapshotCodec>

function queuesOf({ spot, venue }: State): Snapshot['queues'] {
  const queues: Snapshot['queues'][number][] = []
  for (const realm of realms) {
    for (const listing of venue.listings) {
      for (const side of sides) {
        const queue = [...bookOf(spot, realm, listing.id).queue(side)]
        queues.push(queue.map((place) => ({ ...spot.orders.order(place), budget: 0 })))
      }
    }
  }
  return queues
}

/** The canonical bytes of all durable state: equal states give equal bytes. */
export function encodeState(state: State): Uint8Array {
  const { venue, spot, account, convert, keys } = state
  return encode(snapshotCodec, {
    version: snapshotVersion,
    time: state.time,
    currencies: venue.currencies,
    listings: venue.listings.map((terms) => ({ id: terms.id, terms })),
    holders: [...venue.holders.all()].map(([holder, standing]) => ({ holder, ...standing })),
    balances: [...venue.ledger.balances()],
    productsOn: [...venue.productsOn].sort(),
    lastSamples: venue.lastSamples,
    lastStamp: venue.lastStamp,
    lastLive: venue.lastLive,
    nextTransfer: account.nextTransfer,
    nextOrder: spot.nextOrder,
    nextTrade: spot.nextTrade,
    queues: queuesOf(state),
    nextQuote: convert.nextQuote,
    nextConversion: convert.nextConversion,
    conversionQuotes: [...convert.quotes.values()],
    deskDrawn: realms.map((realm) => Array.from(convert.drawn[realm], (kept) => kept ?? null)),
    derivative: encodeDerivative(state.derivative),
    funding: keepFunding(state.funding),
    option: keepOptions(state.option),
    wallet: encodeWallet(state.wallet),
    wealth: keepWealth(state.wealth),
    restraints: venue.restraints.keep(),
    suspensions: venue.suspensions.keep(),
    keys: keys.keep(),
  })
}

function restoreVenue(state: State, snapshot: Snapshot): void {
  const { venue } = state
  for (const currency of snapshot.currencies) {
    venue.currencies[currency.id] = currency
    venue.ledger.openCurrency(currency.id)
  }
  for (const { id, terms } of snapshot.listings) {
    const listing = makeListing(id, terms, venue.currencies)
    if (!listing) throw new RangeError(`the snapshot's listing ${id} cannot be exact`)
    openListing(venue, listing)
  }
  for (const { holder, ...standing } of snapshot.holders) {
    venue.ledger.openHolder(holder)
    venue.holders.set(holder, standing)
  }
  for (const balance of snapshot.balances) {
    venue.ledger.restore(balance.holder, balance.account, balance.currency, balance)
  }
  for (const pair of snapshot.productsOn) venue.productsOn.add(pair)
  venue.restraints.restore(snapshot.restraints)
  venue.suspensions.restore(snapshot.suspensions)
  venue.lastStamp = snapshot.lastStamp
  snapshot.lastLive.forEach((sample, listing) => (venue.lastLive[listing] = sample))
  snapshot.lastSamples.forEach((sample, listing) => (venue.lastSamples[listing] = sample))
}

function restoreOrders({ venue, spot }: State, snapshot: Snapshot): void {
  const kept: SpotOrder[] = snapshot.queues.flat()
  for (const order of kept.sort((a, b) => a.id - b.id)) spot.orders.restore(order)
  let at = 0
  for (const realm of realms as readonly Realm[]) {
    for (const listing of venue.listings) {
      for (const side of sides) {
        const book = bookOf(spot, realm, listing.id)
        for (const { id, holder, price, quantity, filled } of snapshot.queues[at++] ?? []) {
          const place = spot.orders.at(id)
          spot.orders.rest(place, book.add(side, ticks(price), steps(quantity - filled), place, holder))
        }
      }
    }
  }
}

/** The state whose bytes these are; throws where they are none. What the market had blown in is empty; `secret` as for a new state. */
export function decodeState(bytes: Uint8Array, secret?: KeySecret): State {
  const snapshot = decode(snapshotCodec, bytes)
  if (snapshot.version !== snapshotVersion) {
    throw new RangeError(`a snapshot of version ${snapshot.version} cannot be read`)
  }
  const state = createState(secret)
  state.time = snapshot.time
  restoreVenue(state, snapshot)
  restoreOrders(state, snapshot)
  state.account.nextTransfer = snapshot.nextTransfer
  state.spot.nextOrder = snapshot.nextOrder
  state.spot.nextTrade = snapshot.nextTrade
  state.convert.nextQuote = snapshot.nextQuote
  state.convert.nextConversion = snapshot.nextConversion
  for (const quote of snapshot.conversionQuotes) {
    state.convert.quotes.set(quote.holder, { type: 'conversionQuoted', ...quote })
  }
  realms.forEach((realm, at) => {
    snapshot.deskDrawn[at].forEach((kept, currency) => (state.convert.drawn[realm][currency] = kept ?? undefined))
  })
  restoreDerivative(state.derivative, state.venue, snapshot.derivative)
  restoreFunding(state.funding, snapshot.funding)
  restoreOptions(state.option, snapshot.option)
  restoreWallet(state.wallet, snapshot.wallet)
  restoreWealth(state.wealth, snapshot.wealth)
  state.keys.restore(snapshot.keys)
  return state
}
