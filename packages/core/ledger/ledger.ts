import { allowsNegative, holderMax, holderRow, type CurrencyId, type HolderId } from './holders.ts'
import type { Category } from './categories.ts'
import type { Account, HoldKind, Move } from './move.ts'

const int64Max = 2n ** 63n - 1n
const amountMax = Number.MAX_SAFE_INTEGER
const safeMax = BigInt(amountMax)
/** The accounts of a holder that are no coins; they stand behind the coins. */
const otherSlots = 2

/** A posting that the ledger refuses: a fault of the program, never an answer to a user. */
export class LedgerFault extends Error {}

/** What an account holds: `posted` is its worth, `frozen` the part of it that is held. */
export interface Balance {
  readonly posted: bigint
  readonly frozen: bigint
}

/**
 * All accounts of both realms in one array. Every posting is checked: that every currency sums to zero, that no account
 * which must not be is below zero, and that no more is frozen than is there. `apply` posts any moves and is the
 * specification; `pay` and `freeze` do what the busiest of them do, and leave to `apply` what is not plain.
 *
 * An amount is a 64-bit integer. Nearly all are safe integers and stand in their cell as a number, whose sums cost
 * nothing; a cell that holds no number (NaN) has its amount in a map of larger ones.
 */
export class Ledger {
  // posted and frozen of an account side by side, so that a random account costs one cache line
  #cells = new Float64Array(0)
  readonly #large = new Map<number, bigint>()
  #stride = 4
  #holders = 0
  readonly #sums: bigint[] = []
  /**
   * Ambient: the holders whose contract account was posted to, frozen or released since whoever follows what they have
   * there last looked; that one empties it. Only {@link apply} changes such an account, so that no event can forget it.
   */
  readonly contractsMoved = new Set<HolderId>()

  // where an account's posted amount stands; its frozen one is the next
  #slot(holder: HolderId, account: Account, currency: CurrencyId): number {
    if (account === 'coin') return 2 * (holderRow(holder) * this.#stride + currency)
    return 2 * ((holderRow(holder) + 1) * this.#stride - (account === 'contract' ? 2 : 1))
  }

  /** Makes room for a currency; ids are dense. */
  openCurrency(currency: CurrencyId): void {
    this.#sums[currency] = 0n
    let stride = this.#stride
    while (stride < otherSlots + currency + 1) stride *= 2
    if (stride !== this.#stride) this.#layOut(this.#holders, stride)
  }

  /** Makes room for a holder; until then its accounts read as zero and cannot be posted to. */
  openHolder(holder: HolderId): void {
    const row = holderRow(holder)
    if (row < 0 || row > holderMax) throw new LedgerFault(`no room for holder ${row}`)
    if (row < this.#holders) return
    this.#layOut(Math.max(row + 1, Math.ceil(this.#holders * 1.5), 64), this.#stride)
  }

  #layOut(holders: number, stride: number): void {
    const cells = new Float64Array(2 * holders * stride)
    const width = 2 * this.#stride
    const coins = width - 2 * otherSlots
    const moved = (cell: number): number => {
      const from = cell % width
      return 2 * stride * Math.floor(cell / width) + (from < coins ? from : from - width + 2 * stride)
    }
    for (let cell = 0; cell < width * this.#holders; cell++) cells[moved(cell)] = this.#cells[cell]
    const large = [...this.#large]
    this.#large.clear()
    for (const [cell, amount] of large) this.#large.set(moved(cell), amount)
    this.#cells = cells
    this.#holders = holders
    this.#stride = stride
  }

  #read(cell: number): bigint {
    const amount = this.#cells[cell]
    return Number.isNaN(amount) ? (this.#large.get(cell) ?? 0n) : BigInt(amount)
  }

  #write(cell: number, amount: bigint): void {
    if (amount > int64Max || amount < -int64Max) throw new LedgerFault('an account would overflow')
    if (amount <= safeMax && amount >= -safeMax) {
      this.#cells[cell] = Number(amount)
      this.#large.delete(cell)
    } else {
      this.#cells[cell] = Number.NaN
      this.#large.set(cell, amount)
    }
  }

  /** What an account is worth, in smallest units. */
  posted(holder: HolderId, account: Account, currency: CurrencyId): bigint {
    return holderRow(holder) < this.#holders ? this.#read(this.#slot(holder, account, currency)) : 0n
  }

  /** The held part of an account, in smallest units. */
  frozen(holder: HolderId, account: Account, currency: CurrencyId): bigint {
    return holderRow(holder) < this.#holders ? this.#read(this.#slot(holder, account, currency) + 1) : 0n
  }

  /** What can be spent: posted less frozen, in smallest units. */
  available(holder: HolderId, account: Account, currency: CurrencyId): bigint {
    if (holderRow(holder) >= this.#holders) return 0n
    const slot = this.#slot(holder, account, currency)
    return this.#read(slot) - this.#read(slot + 1)
  }

  /** What of a coin can be spent, as a safe integer: at most 2⁵³ − 1 to either side, also where it is more. */
  spendable(holder: HolderId, currency: CurrencyId): number {
    const slot = this.#slot(holder, 'coin', currency)
    // no number compares with NaN, so that a large amount, and one that is not there, falls through; what is left is
    // never more than what is there
    const left = this.#cells[slot] - this.#cells[slot + 1]
    if (left >= -amountMax) return left
    const available = this.available(holder, 'coin', currency)
    if (available > safeMax) return amountMax
    return available < -safeMax ? -amountMax : Number(available)
  }

  /** Changes what is frozen of a coin by `amount`, a safe integer. Throws as `apply` does. */
  freeze(holder: HolderId, currency: CurrencyId, amount: number, hold: HoldKind): void {
    // where a holder has no accounts there is no number either, and none compares with that
    if (this.#sums[currency] === 0n && Number.isSafeInteger(amount)) {
      const slot = this.#slot(holder, 'coin', currency)
      const frozen = this.#cells[slot + 1] + amount
      if (frozen >= 0 && frozen <= this.#cells[slot]) {
        this.#cells[slot + 1] = frozen
        return
      }
    }
    this.apply([{ kind: 'hold', holder, account: 'coin', currency, amount: BigInt(amount), hold }])
  }

  /**
   * Moves `amount` of a coin, a safe integer that is not negative, from one holder to another: what one loses the other
   * gets, so that it sums to zero by itself. Throws as `apply` does.
   */
  pay(payer: HolderId, payee: HolderId, currency: CurrencyId, amount: number, category: Category): void {
    if (payer !== payee && this.#sums[currency] === 0n) {
      const from = this.#slot(payer, 'coin', currency)
      const to = this.#slot(payee, 'coin', currency)
      const left = this.#cells[from] - amount
      const there = this.#cells[to] + amount
      const keeps = left >= this.#cells[from + 1] || allowsNegative(payer)
      if (keeps && left >= -amountMax && there <= amountMax && amount >= 0 && Number.isSafeInteger(amount)) {
        this.#cells[from] = left
        this.#cells[to] = there
        return
      }
    }
    const line = { kind: 'entry', account: 'coin', currency, category } as const
    this.apply([
      { ...line, holder: payer, amount: -BigInt(amount) },
      { ...line, holder: payee, amount: BigInt(amount) },
    ])
  }

  /** Posts one event's moves together; throws a {@link LedgerFault} where the books would not be right afterwards. */
  apply(moves: readonly Move[]): void {
    const sums = this.#sums
    for (const move of moves) {
      if (holderRow(move.holder) >= this.#holders)
        throw new LedgerFault(`holder ${holderRow(move.holder)} has no accounts`)
      if (move.account !== 'coin' && move.currency !== 0) throw new LedgerFault('only USDT is held there')
      if (sums[move.currency] === undefined) throw new LedgerFault(`no currency ${move.currency}`)
      if (move.account === 'contract') this.contractsMoved.add(move.holder)
      const slot = this.#slot(move.holder, move.account, move.currency)
      if (move.kind === 'entry') {
        this.#write(slot, this.#read(slot) + move.amount)
        sums[move.currency] += move.amount
      } else {
        this.#write(slot + 1, this.#read(slot + 1) + move.amount)
      }
    }
    for (const move of moves) {
      if (sums[move.currency] !== 0n) throw new LedgerFault(`currency ${move.currency} does not sum to zero`)
      const slot = this.#slot(move.holder, move.account, move.currency)
      const frozen = this.#read(slot + 1)
      if (frozen < 0n) throw new LedgerFault(`holder ${holderRow(move.holder)} has less than nothing frozen`)
      if (this.#read(slot) < frozen && !allowsNegative(move.holder)) {
        throw new LedgerFault(`holder ${holderRow(move.holder)} would stand below zero`)
      }
    }
  }

  /** Every account that is not empty, by holder, its coins last: for snapshots, proofs and sums. */
  *balances(): Generator<Balance & { holder: HolderId; account: Account; currency: CurrencyId }> {
    for (let holder = 0; holder < this.#holders; holder++) {
      for (let at = -otherSlots; at < this.#stride - otherSlots; at++) {
        const account = at >= 0 ? 'coin' : at === -otherSlots ? 'contract' : 'option'
        const currency = Math.max(0, at)
        const slot = this.#slot(holder, account, currency)
        if (this.#cells[slot] === 0 && this.#cells[slot + 1] === 0) continue
        yield { holder, account, currency, posted: this.#read(slot), frozen: this.#read(slot + 1) }
      }
    }
  }

  /** Sets an account while a snapshot is read; nothing else may. */
  restore(holder: HolderId, account: Account, currency: CurrencyId, balance: Balance): void {
    this.openHolder(holder)
    const slot = this.#slot(holder, account, currency)
    this.#write(slot, balance.posted)
    this.#write(slot + 1, balance.frozen)
  }
}
