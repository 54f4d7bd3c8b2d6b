import type { CurrencyId } from '../ledger/holders.ts'
import { type Units, usdt } from '../money/units.ts'
import type { Act, Sum } from './acts.ts'
import { type Origin, type Parcel, type Slice, Stock, costOf, shareOf, sizeOf } from './parcels.ts'

/** What an amount of a coin was worth at a moment (UTC ms), in units of USDT, rounded down; null where no price was kept. */
export type WorthAt = (sum: Sum, time: number) => Units | null

/**
 * A part of a disposal with the parcel it is matched with. Amounts are units of the coin, money units of USDT. What is not
 * known is null, and so is what would follow from it.
 */
export interface Match {
  readonly currency: CurrencyId
  readonly amount: Units
  readonly origin: Origin
  /** When it was acquired; null where no act brought it in. */
  readonly acquired: number | null
  readonly disposed: number
  readonly proceeds: Units | null
  readonly cost: Units | null
  readonly gain: Units | null
  readonly ref: string
}

/** What came as income: mining income, and what a product paid beyond what was put in; less, where it paid less of USDT. */
export interface Income {
  readonly currency: CurrencyId
  readonly amount: Units
  readonly worth: Units | null
  readonly time: number
  readonly ref: string
}

/** What moved in from outside or out there: no gain, and no cost that could be known of what came. */
export interface Moved {
  readonly currency: CurrencyId
  /** Negative where it left. */
  readonly amount: Units
  readonly time: number
}

/** Told as they happen, in the order of the acts. */
export interface GainListener {
  match(match: Match): void
  income(income: Income): void
  moved(moved: Moved): void
}

/** What is put into a product, until it pays: slices of a coin, or so many units of USDT. */
interface Placed {
  readonly slices: readonly Slice[]
  readonly currency: CurrencyId
  readonly amount: Units
}

/**
 * Matches what a holder disposes of with what they acquired, the first in first out for each coin. USDT is the money that
 * all is reckoned in and has no parcels. Acts come in the order of the ledger, which also orders those of one moment.
 */
export class Gains {
  readonly #stocks = new Map<CurrencyId, Stock>()
  readonly #placed = new Map<string, Placed>()
  readonly #listener: GainListener
  readonly #worthAt: WorthAt
  #orders = 0

  constructor(worthAt: WorthAt, listener: GainListener) {
    this.#worthAt = worthAt
    this.#listener = listener
  }

  take(act: Act): void {
    switch (act.kind) {
      case 'traded':
        return this.#trade(act, act.given, act.received)
      case 'earned':
        return this.#earn(act, act.sum)
      case 'lost':
        return this.#dispose(act, this.#out(act.sum), 0n)
      case 'brought':
        this.#listener.moved({ ...act.sum, time: act.time })
        return this.#acquire(act, act.sum, null, 'brought')
      case 'taken':
        this.#listener.moved({ currency: act.sum.currency, amount: -act.sum.amount, time: act.time })
        this.#out(act.sum)
        return undefined
      case 'placed':
        return this.#place(act, act.sum)
      case 'paid':
        return this.#pay(act, act.sum)
    }
  }

  /** What is there of each coin now, the first acquired first; what lies in products is among it. */
  holdings(): Map<CurrencyId, Slice[]> {
    const found = new Map<CurrencyId, Slice[]>()
    for (const [currency, stock] of this.#stocks) found.set(currency, [...stock.slices])
    for (const { currency, slices } of this.#placed.values()) {
      found.set(currency, [...(found.get(currency) ?? []), ...slices])
    }
    return found
  }

  #trade(act: Act, given: Sum | null, received: Sum | null): void {
    // what the USDT of a trade says is exact; between two coins, what was received says what both were worth
    const value =
      given?.currency === usdt
        ? given.amount
        : received === null
          ? 0n
          : received.currency === usdt
            ? received.amount
            : (this.#worthAt(received, act.time) ?? (given && this.#worthAt(given, act.time)))
    if (given !== null) this.#dispose(act, this.#out(given), value)
    if (received !== null) this.#acquire(act, received, value, 'bought')
  }

  #acquire({ time }: Act, { currency, amount }: Sum, cost: Units | null, origin: Origin): void {
    if (currency === usdt) return
    const parcel: Parcel = { order: this.#orders++, currency, amount, cost, time, origin }
    this.#stockOf(currency).add({ parcel, from: 0n, to: amount })
  }

  #earn(act: Act, sum: Sum): void {
    const worth = sum.currency === usdt ? sum.amount : this.#worthAt(sum, act.time)
    this.#listener.income({ ...sum, worth, time: act.time, ref: act.ref })
    this.#acquire(act, sum, worth, 'earned')
  }

  /** Takes an amount out of the stock; what no act brought in is a slice of a parcel of its own, whose cost nobody knows. */
  #out({ currency, amount }: Sum): Slice[] {
    if (currency === usdt) return []
    const slices = this.#stockOf(currency).take(amount)
    const lacks = amount - totalOf(slices)
    if (lacks === 0n) return slices
    const parcel: Parcel = { order: this.#orders++, currency, amount: lacks, cost: null, time: null, origin: 'missing' }
    return [...slices, { parcel, from: 0n, to: lacks }]
  }

  #dispose({ time, ref }: Act, slices: readonly Slice[], value: Units | null): void {
    const total = totalOf(slices)
    let done = 0n
    for (const slice of slices) {
      const amount = sizeOf(slice)
      const proceeds = value === null ? null : shareOf(value, total, done, done + amount)
      const cost = costOf(slice)
      const { currency, origin } = slice.parcel
      this.#listener.match({
        currency,
        amount,
        origin,
        acquired: slice.parcel.time,
        disposed: time,
        proceeds,
        cost,
        gain: proceeds === null || cost === null ? null : proceeds - cost,
        ref,
      })
      done += amount
    }
  }

  #place({ ref }: Act, sum: Sum): void {
    const before = this.#placed.get(ref)
    const slices = [...(before?.slices ?? []), ...this.#out(sum)]
    this.#placed.set(ref, { currency: sum.currency, slices, amount: sum.amount + (before?.amount ?? 0n) })
  }

  /** A product pays once: what was put in comes back, in its own coin with its cost, or was given for what is paid. */
  #pay(act: Act & { readonly sum: Sum }, sum: Sum): void {
    const placed = this.#placed.get(act.ref)
    this.#placed.delete(act.ref)
    if (placed === undefined) return this.#earn(act, sum)
    if (placed.currency !== sum.currency) {
      const value =
        placed.currency === usdt ? placed.amount : sum.currency === usdt ? sum.amount : this.#worthAt(sum, act.time)
      this.#dispose(act, placed.slices, value)
      return this.#acquire(act, sum, value, 'bought')
    }
    const more = sum.amount - placed.amount
    if (sum.currency === usdt) {
      if (more !== 0n)
        this.#listener.income({ currency: usdt, amount: more, worth: more, time: act.time, ref: act.ref })
      return undefined
    }
    this.#comeBack(act, placed.slices, -more)
    if (more > 0n) this.#earn(act, { currency: sum.currency, amount: more })
  }

  /** Puts slices back but the first `lost` units, which were given for nothing; less than one is none. */
  #comeBack(act: Act & { readonly sum: Sum }, slices: readonly Slice[], lost: Units): void {
    const held = new Stock()
    held.giveBack(slices)
    this.#dispose(act, held.take(lost), 0n)
    this.#stockOf(act.sum.currency).giveBack(held.slices)
  }

  #stockOf(currency: CurrencyId): Stock {
    const found = this.#stocks.get(currency) ?? new Stock()
    this.#stocks.set(currency, found)
    return found
  }
}

function totalOf(slices: readonly Slice[]): Units {
  return slices.reduce((sum, slice) => sum + sizeOf(slice), 0n)
}
