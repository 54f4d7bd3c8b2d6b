import type { Query, Reply, SumsReply } from './answer.ts'
import { viewOf } from './answering.ts'
import { bookLevels } from './spot/depth.ts'
import { marketRefusal } from './book/mark.ts'
import { realMoneyUnmet } from './book/realMoney.ts'
import { holdsOf } from './holds.ts'
import { houseAccounts, houseHolder, realms, type Realm, type HolderId } from './ledger/holders.ts'
import { accounts } from './ledger/move.ts'
import { clearingReport } from './derivative/house.ts'
import { isLeveragedQuery, queryLeveraged } from './leveraged.ts'
import { worstNeed } from './spot/money.ts'
import { answerFunding } from './funding/view.ts'
import { answerOption } from './option/view.ts'
import { noSlot } from './book/book.ts'
import type { State } from './state.ts'
import { walletView } from './wallet/view.ts'
import { investedOf, isWealthQuery, queryWealth, wealthHolds } from './wealth.ts'

/** At most this many levels of a side are shown. */
export const bookDepthMax = 50

/** Answers a question about the state; changes nothing. `now` is the engine's time. */
export function query(state: State, ask: Query, now: number): Reply {
  if (isLeveragedQuery(ask)) return queryLeveraged(state, ask, now)
  if (isWealthQuery(ask)) return queryWealth(state, ask, now)
  switch (ask.type) {
    case 'balances':
      return balances(state, ask.holder)
    case 'restraints':
      return { type: 'restraints', ...state.venue.restraints.view(ask.holder, now) }
    case 'staffTags': {
      const tagged = [...state.venue.holders.all()].filter(([, { staff }]) => staff)
      return { type: 'staffTags', tags: tagged.map(([holder]) => ({ holder })) }
    }
    case 'holderSuspensions':
      return { type: 'holderSuspensions', ...state.venue.suspensions.ofHolder(ask.holder) }
    case 'marketSuspension':
      return { type: 'marketSuspension', ...state.venue.suspensions.ofListing(ask.listing) }
    case 'holds':
      return { type: 'holds', holds: holdsOf(state, ask.holder) }
    case 'funding':
      return answerFunding(state.funding, state.derivative, ask, now)
    case 'spotOrders':
      return {
        type: 'spotOrders',
        orders: state.spot.orders.of(ask.holder).map((at) => viewOf(state.spot.orders.order(at))),
      }
    case 'spotOrder': {
      const order = state.spot.orders.get(ask.order)
      const known = ask.order > 0 && ask.order < state.spot.nextOrder
      const own = order?.holder === ask.holder
      return { type: 'spotOrder', order: order && own ? viewOf(order) : null, known, own }
    }
    case 'book':
      return book(state, ask.realm, ask.listing, Math.min(ask.depth, bookDepthMax), now)
    case 'catalogue':
      return {
        type: 'catalogue',
        currencies: state.venue.currencies,
        listings: state.venue.listings.map((terms) => {
          return { id: terms.id, terms, haltedUntil: state.venue.suspensions.ofListing(terms.id).until }
        }),
        productsOn: [...state.venue.productsOn].sort(),
      }
    case 'standing':
      return { type: 'standing', standing: state.venue.holders.find(ask.holder) ?? null }
    case 'house':
      return house(state, ask.realm)
    case 'sums':
      return sums(state)
    case 'options':
    case 'optionTerms':
    case 'optionExitsMissing':
    case 'optionExposure':
      return answerOption(state.option, ask)
    case 'wallet':
      return { type: 'wallet', view: walletView(state.wallet, state.venue, ask.holder, now) }
    case 'realMoney':
      return { type: 'realMoney', unmet: realMoneyUnmet(state.venue, null, now) }
    case 'usedKey':
      return { type: 'usedKey', known: state.keys.find(ask.holder, ask.route, ask.id) !== undefined }
  }
}

function balances(state: State, holder: HolderId): Reply {
  const { ledger, currencies } = state.venue
  const found = []
  for (const account of accounts) {
    for (const { id: currency } of account === 'coin' ? currencies : currencies.slice(0, 1)) {
      const available = ledger.available(holder, account, currency)
      const frozen = ledger.frozen(holder, account, currency)
      if (available === 0n && frozen === 0n && currency !== 0) continue
      found.push({ account, currency, available, frozen })
    }
  }
  return { type: 'balances', balances: found, invested: investedOf(state.wealth, holder) }
}

function book(state: State, realm: Realm, id: number, depth: number, now: number): Reply {
  const { venue, spot } = state
  const listing = venue.listings[id]
  const { indexTenths, time, sources, kind } = venue.marks.of(id)
  return {
    type: 'book',
    listing: id,
    bids: bookLevels(spot, venue, listing, realm, 'buy', depth, now),
    asks: bookLevels(spot, venue, listing, realm, 'sell', depth, now),
    indexTenths,
    markTime: time,
    sources,
    kind,
    refusal: marketRefusal(listing, venue.marks.of(id), realm, now) ?? '',
  }
}

function house(state: State, realm: Realm): Reply {
  const found = []
  for (const account of houseAccounts) {
    for (const { id: currency } of state.venue.currencies) {
      const posted = state.venue.ledger.posted(houseHolder(realm, account), 'coin', currency)
      if (posted !== 0n) found.push({ house: account, currency, posted })
    }
  }
  return { type: 'house', accounts: found }
}

/** The zero-sum report: by realm and currency, all that is posted (must be 0), all frozen, and all open holds. */
export function sums(state: State): SumsReply {
  const { venue, spot } = state
  const found = new Map<string, { posted: bigint; frozen: bigint; held: bigint }>()
  const sumOf = (realm: Realm, currency: number) => {
    const name = `${realm} ${currency}`
    const sum = found.get(name) ?? { posted: 0n, frozen: 0n, held: 0n }
    found.set(name, sum)
    return sum
  }
  for (const { holder, currency, posted, frozen } of venue.ledger.balances()) {
    const sum = sumOf(venue.holders.realm(holder), currency)
    sum.posted += posted
    sum.frozen += frozen
  }
  for (const id of spot.orders.keys()) {
    const place = spot.orders.at(id)
    if (spot.orders.bookSlot(place) === noSlot) continue
    const { holder, listing: at, side, price, quantity, filled } = spot.orders.order(place)
    const listing = venue.listings[at]
    const sum = sumOf(venue.holders.realm(holder), side === 'buy' ? listing.quote : listing.base)
    sum.held += BigInt(worstNeed(listing, side, price, quantity - filled))
  }
  for (const account of state.derivative.accounts.values()) {
    const sum = sumOf(account.realm, 0)
    sum.held += account.perpetualHold
    for (const order of account.orders.values()) sum.held += order.hold
    for (const position of account.positions.values()) sum.held += position.margin
  }
  for (const { realm, stake } of state.option.orders.values()) sumOf(realm, 0).held += stake
  for (const { holder, currency, amount } of state.wallet.withdrawals.values()) {
    sumOf(venue.holders.realm(holder), currency).held += amount
  }
  for (const { realm, currency, amount } of wealthHolds(state.wealth)) sumOf(realm, currency).held += amount
  const rows = realms.flatMap((realm) =>
    venue.currencies.map(({ id: currency }) => ({ realm, currency, ...sumOf(realm, currency) })),
  )
  return { type: 'sums', sums: rows, clearing: clearingReport(state.derivative) }
}
