import { allowsNegative, holderMax, type CurrencyId, type HolderId } from './holders.ts'
import type { Account, Move } from './move.ts'

const int64Max = 2n ** 63n - 1n
const contractSlot = 0
const optionSlot = 1
const coinSlot = 2

/** A posting that the ledger refuses: a fault of the program, never an answer to a user. */
export class LedgerFault extends Error {}

/** What an account holds: `posted` is its worth, `frozen` the part of it that is held. */
export interface Balance {
  readonly posted: bigint
  readonly frozen: bigint
}

/**
 * All accounts of both realms in one 64-bit array. Every change goes through `apply`, which checks at each posting
 * that every currency sums to zero, that no account which must not be is below zero, and that no more is frozen than
 * is there.
 */
export class Ledger {
  // posted and frozen of an account side by side, so that a random account costs one cache line
  #amounts = new BigInt64Array(0)
  #stride = 4
  #holders = 0
  readonly #sums: bigint[] = []

  // where an account's posted amount stands; its frozen one is the next
  #slot(holder: HolderId, account: Account, currency: CurrencyId): number {
    if (account === 'coin') return 2 * (holder * this.#stride + coinSlot + currency)
    return 2 * (holder * this.#stride + (account === 'contract' ? contractSlot : optionSlot))
  }

  /** Makes room for a currency; ids are dense. */
  openCurrency(currency: CurrencyId): void {
    this.#sums[currency] = 0n
    let stride = this.#stride
    while (stride < coinSlot + currency + 1) stride *= 2
    if (stride !== this.#stride) this.#layOut(this.#holders, stride)
  }

  /** Makes room for a holder; until then its accounts read as zero and cannot be posted to. */
  openHolder(holder: HolderId): void {
    if (holder < 0 || holder > holderMax) throw new LedgerFault(`no room for holder ${holder}`)
    if (holder < this.#holders) return
    this.#layOut(Math.max(holder + 1, Math.ceil(this.#holders * 1.5), 64), this.#stride)
  }

  #layOut(holders: number, stride: number): void {
    const amounts = new BigInt64Array(2 * holders * stride)
    for (let holder = 0; holder < this.#holders; holder++) {
      const from = 2 * holder * this.#stride
      amounts.set(this.#amounts.subarray(from, from + 2 * this.#stride), 2 * holder * stride)
    }
    this.#amounts = amounts
    this.#holders = holders
    this.#stride = stride
  }

  /** What an account is worth, in smallest units. */
  posted(holder: HolderId, account: Account, currency: CurrencyId): bigint {
    return holder < this.#holders ? this.#amounts[this.#slot(holder, account, currency)] : 0n
  }

  /** The held part of an account, in smallest units. */
  frozen(holder: HolderId, account: Account, currency: CurrencyId): bigint {
    return holder < this.#holders ? this.#amounts[this.#slot(holder, account, currency) + 1] : 0n
  }

  /** What can be spent: posted less frozen, in smallest units. */
  available(holder: HolderId, account: Account, currency: CurrencyId): bigint {
    if (holder >= this.#holders) return 0n
    const slot = this.#slot(holder, account, currency)
    return this.#amounts[slot] - this.#amounts[slot + 1]
  }

  /** Posts one event's moves together; throws a {@link LedgerFault} where the books would not be right afterwards. */
  apply(moves: readonly Move[]): void {
    const sums = this.#sums
    const amounts = this.#amounts
    for (const move of moves) {
      if (move.holder >= this.#holders) throw new LedgerFault(`holder ${move.holder} has no accounts`)
      if (move.account !== 'coin' && move.currency !== 0) throw new LedgerFault('only USDT is held there')
      if (sums[move.currency] === undefined) throw new LedgerFault(`no currency ${move.currency}`)
      const slot = this.#slot(move.holder, move.account, move.currency)
      if (move.kind === 'entry') {
        amounts[slot] = guarded(amounts[slot] + move.amount)
        sums[move.currency] += move.amount
      } else {
        amounts[slot + 1] = guarded(amounts[slot + 1] + move.amount)
      }
    }
    for (const move of moves) {
      if (sums[move.currency] !== 0n) throw new LedgerFault(`currency ${move.currency} does not sum to zero`)
      const slot = this.#slot(move.holder, move.account, move.currency)
      const frozen = amounts[slot + 1]
      if (frozen < 0n) throw new LedgerFault(`holder ${move.holder} has less than nothing frozen`)
      if (amounts[slot] < frozen && !allowsNegative(move.holder)) {
        throw new LedgerFault(`holder ${move.holder} would stand below zero`)
      }
    }
  }

  /** Every account that is not empty, by holder and slot: for snapshots, proofs and sums. */
  *balances(): Generator<Balance & { holder: HolderId; account: Account; currency: CurrencyId }> {
    for (let holder = 0; holder < this.#holders; holder++) {
      for (let at = 0; at < this.#stride; at++) {
        const slot = 2 * (holder * this.#stride + at)
        const posted = this.#amounts[slot]
        const frozen = this.#amounts[slot + 1]
        if (posted === 0n && frozen === 0n) continue
        const account = at === contractSlot ? 'contract' : at === optionSlot ? 'option' : 'coin'
        yield { holder, account, currency: Math.max(0, at - coinSlot), posted, frozen }
      }
    }
  }

  /** Sets an account while a snapshot is read; nothing else may. */
  restore(holder: HolderId, account: Account, currency: CurrencyId, balance: Balance): void {
    this.openHolder(holder)
    const slot = this.#slot(holder, account, currency)
    this.#amounts[slot] = guarded(balance.posted)
    this.#amounts[slot + 1] = guarded(balance.frozen)
  }
}

// a BigInt64Array wraps silently, so each sum is checked before it is stored
function guarded(amount: bigint): bigint {
  if (amount > int64Max || amount < -int64Max) throw new LedgerFault('an account would overflow')
  return amount
}
