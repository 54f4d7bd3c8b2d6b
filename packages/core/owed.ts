import { holderName, houseOf, isHouse, type CurrencyId, type HolderId, type Realm } from './ledger/holders.ts'
import type { State } from './state.ts'
import { all } from './dispatch.ts'
import { investedOf } from './query.ts'

/** What one holder is owed of one currency, in smallest units: what stands in all accounts, and what is put into products. */
export interface OwedAmount {
  readonly holder: HolderId
  readonly realm: Realm
  readonly currency: CurrencyId
  readonly amount: bigint
}

/**
 * What the engine's state says is owed to its users, in the order of their numbers, each amount above zero. Throws where
 * the house's accounts are not short of just that in a realm and currency: then the books do not add up.
 */
export function owedIn(state: State): OwedAmount[] {
  const { venue } = state
  const owed = new Map<string, OwedAmount>()
  const sums = new Map<string, bigint>()
  const add = (holder: HolderId, realm: Realm, currency: CurrencyId, amount: bigint): void => {
    const name = `${holderName(holder)} ${currency}`
    owed.set(name, { holder, realm, currency, amount: (owed.get(name)?.amount ?? 0n) + amount })
  }
  const users = new Set<HolderId>()
  for (const { holder, currency, posted } of venue.ledger.balances()) {
    const realm = houseOf(holder)?.realm ?? venue.holders.realm(holder)
    const name = `${realm} ${currency}`
    sums.set(name, (sums.get(name) ?? 0n) + posted)
    if (isHouse(holder)) continue
    users.add(holder)
    add(holder, realm, currency, posted)
  }
  for (const [name, sum] of sums) if (sum !== 0n) throw new Error(`the books of ${name} do not sum to zero`)
  for (const holder of [...users, ...investorsOf(state, users)]) {
    // the pool of the house stands with it meanwhile
    for (const { currency, amount } of investedOf(state, holder))
      add(holder, venue.holders.realm(holder), currency, amount)
  }
  return [...owed.values()].filter(({ amount }) => amount !== 0n)
}

/** Who has put something into a product and nothing in any account. */
function investorsOf(state: State, users: ReadonlySet<HolderId>): Set<HolderId> {
  const found = new Set(all.flatMap((one) => [...(one.investors?.(state) ?? [])]))
  for (const holder of users) found.delete(holder)
  return found
}
