import type { Balance, Query, Reply, SumsReply } from './answer.ts'
import { clearingReport } from './derivative/house.ts'
import { all, queryOf } from './dispatch.ts'
import { houseAccounts, houseHolder, realms, type HolderId, type Realm } from './ledger/holders.ts'
import type { HoldView, InvestedView } from './ledger/holdView.ts'
import { accounts } from './ledger/move.ts'
import type { State } from './state.ts'

/** Answers a question about the state; changes nothing. `now` is the engine's time. */
export function query(state: State, ask: Query, now: number): Reply {
  switch (ask.type) {
    case 'balances':
      return { type: 'balances', balances: balancesOf(state, ask.holder), invested: investedOf(state, ask.holder) }
    case 'balancesOf':
      return {
        type: 'balancesOf',
        holders: ask.holders.map(({ holder }) => ({ holder, balances: balancesOf(state, holder) })),
      }
    case 'holds':
      return { type: 'holds', holds: holdsOf(state, ask.holder) }
    case 'house':
      return house(state, ask.realm)
    case 'sums':
      return sums(state)
    case 'usedKey':
      return { type: 'usedKey', known: state.keys.find(ask.holder, ask.route, ask.id) !== undefined }
    default:
      return queryOf(ask)(state, ask, now)
  }
}

/** Every hold of a holder: by account and currency they come to what the ledger has frozen. */
export function holdsOf(state: State, holder: HolderId): HoldView[] {
  return all.flatMap((one) => one.holds?.(state, holder) ?? []).filter(({ amount }) => amount !== 0n)
}

/** What a holder has put into products that took it into the house's pool and have not paid yet, by product and currency. */
export function investedOf(state: State, holder: HolderId): InvestedView[] {
  return all.flatMap((one) => one.invested?.(state, holder) ?? [])
}

function balancesOf(state: State, holder: HolderId): Balance[] {
  const { ledger, currencies } = state.venue
  const found: Balance[] = []
  for (const account of accounts) {
    for (const { id: currency } of account === 'coin' ? currencies : currencies.slice(0, 1)) {
      const available = ledger.available(holder, account, currency)
      const frozen = ledger.frozen(holder, account, currency)
      if (available === 0n && frozen === 0n && currency !== 0) continue
      found.push({ account, currency, available, frozen })
    }
  }
  return found
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
  const { venue } = state
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
  for (const [holder, { realm }] of venue.holders.all()) {
    for (const { currency, amount } of holdsOf(state, holder)) sumOf(realm, currency).held += amount
  }
  const rows = realms.flatMap((realm) =>
    venue.currencies.map(({ id: currency }) => ({ realm, currency, ...sumOf(realm, currency) })),
  )
  return { type: 'sums', sums: rows, clearing: clearingReport(state.derivative) }
}
