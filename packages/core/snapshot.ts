import {
  bool,
  decode,
  encode,
  holderId,
  i53,
  list,
  big,
  oneOf,
  struct,
  text,
  u53,
  type Codec,
  type Of,
} from './codec/codec.ts'
import { listingCodec, makeListing } from './book/listing.ts'
import { openListing, type Venue } from './book/venue.ts'
import { capabilities } from './capabilities.ts'
import { all } from './dispatch.ts'
import { keptKeysCodec } from './keyBytes.ts'
import type { KeySecret } from './keyTable.ts'
import { realms } from './ledger/holders.ts'
import { accounts } from './ledger/move.ts'
import { realNameStates } from './ledger/standing.ts'
import { createState, type State } from './state.ts'

/** The version of the snapshot's shape; a reader refuses any other. */
export const snapshotVersion = 3

const venueCodec = struct({
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
})

const keeping = all.flatMap(({ kept, keep, restore }, at) => {
  return kept && keep && restore ? [{ name: Object.keys(capabilities)[at], kept, keep, restore }] : []
})

const later = all.flatMap((one, at) => (one.later ? [{ name: Object.keys(capabilities)[at], ...one.later }] : []))

// each under its name, up to the end of the bytes
const laterCodec: Codec<Readonly<Record<string, readonly unknown[]>>> = {
  write(writer, parts) {
    for (const { name, kept } of later) {
      const part = parts[name] ?? []
      if (part.length === 0) continue
      text.write(writer, name)
      kept.write(writer, part)
    }
  },
  read(reader) {
    const parts: Record<string, readonly unknown[]> = {}
    while (!reader.done) {
      const name = text.read(reader)
      const one = later.find((each) => each.name === name)
      if (!one) throw new RangeError(`a snapshot's part ${name} cannot be read`)
      parts[name] = one.kept.read(reader)
    }
    return parts
  },
}

/** The whole durable state: its version and time, the ground, what each capability keeps in their order, the keys, and what came later. */
export const snapshotCodec = struct({
  version: u53,
  time: u53,
  venue: venueCodec,
  parts: struct(Object.fromEntries(keeping.map(({ name, kept }): [string, Codec<unknown>] => [name, kept]))),
  keys: keptKeysCodec,
  later: laterCodec,
})

/** The canonical bytes of all durable state: equal states give equal bytes. */
export function encodeState(state: State): Uint8Array {
  const { venue, keys, time } = state
  return encode(snapshotCodec, {
    version: snapshotVersion,
    time,
    venue: {
      currencies: venue.currencies,
      listings: venue.listings.map((terms) => ({ id: terms.id, terms })),
      holders: [...venue.holders.all()].map(([holder, standing]) => ({ holder, ...standing })),
      balances: [...venue.ledger.balances()],
      productsOn: [...venue.productsOn].sort(),
      lastSamples: venue.lastSamples,
      lastStamp: venue.lastStamp,
      lastLive: venue.lastLive,
    },
    parts: Object.fromEntries(keeping.map(({ name, keep }) => [name, keep(state)])),
    keys: keys.keep(),
    later: Object.fromEntries(later.map((one) => [one.name, one.keep(state)])),
  })
}

function restoreVenue(venue: Venue, kept: Of<typeof venueCodec>): void {
  for (const currency of kept.currencies) {
    venue.currencies[currency.id] = currency
    venue.ledger.openCurrency(currency.id)
  }
  for (const { id, terms } of kept.listings) {
    const listing = makeListing(id, terms, venue.currencies)
    if (!listing) throw new RangeError(`the snapshot's listing ${id} cannot be exact`)
    openListing(venue, listing)
  }
  for (const { holder, ...standing } of kept.holders) {
    venue.ledger.openHolder(holder)
    venue.holders.set(holder, standing)
  }
  for (const balance of kept.balances) {
    venue.ledger.restore(balance.holder, balance.account, balance.currency, balance)
  }
  for (const pair of kept.productsOn) venue.productsOn.add(pair)
  venue.lastStamp = kept.lastStamp
  kept.lastLive.forEach((sample, listing) => (venue.lastLive[listing] = sample))
  kept.lastSamples.forEach((sample, listing) => (venue.lastSamples[listing] = sample))
}

/** The state whose bytes these are; throws where they are none. What the market had blown in is empty; `secret` as for a new state. */
export function decodeState(bytes: Uint8Array, secret?: KeySecret): State {
  const snapshot = decode(snapshotCodec, bytes)
  if (snapshot.version !== snapshotVersion) {
    throw new RangeError(`a snapshot of version ${snapshot.version} cannot be read`)
  }
  const state = createState(secret)
  state.time = snapshot.time
  restoreVenue(state.venue, snapshot.venue)
  for (const { name, restore } of keeping) restore(state, snapshot.parts[name])
  for (const one of later) one.restore(state, snapshot.later[one.name] ?? [])
  state.keys.restore(snapshot.keys)
  // by whose rules it was kept is not known
  state.venue.round.restart()
  return state
}
