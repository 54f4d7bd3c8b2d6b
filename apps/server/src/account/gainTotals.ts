import type { GainListener, Income, Match, Moved } from '@truemark/core/gains/gains'
import { type Slice, costOf, sizeOf } from '@truemark/core/gains/parcels'
import { usdt } from '@truemark/core/money/units'

/** A coin over a year, in its smallest units and in those of USDT. */
export interface CoinTotals {
  opening: bigint
  movedIn: bigint
  movedOut: bigint
  disposed: bigint
  proceeds: bigint
  cost: bigint
  gain: bigint
  unknown: bigint
  closing: bigint
  closingCost: bigint
  closingUnknown: bigint
}

export interface IncomeTotals {
  amount: bigint
  worth: bigint | null
}

type Holdings = ReadonlyMap<number, readonly Slice[]>

/** Sums what is told of a year by coin; `from` is its first moment (UTC ms), and what lies before it is left out. */
export class GainTotals implements GainListener {
  readonly coins = new Map<number, CoinTotals>()
  readonly incomes = new Map<number, IncomeTotals>()
  readonly #from: number
  readonly #told: Pick<GainListener, 'match' | 'income'>

  constructor(from: number, told: Pick<GainListener, 'match' | 'income'>) {
    this.#from = from
    this.#told = told
  }

  match(match: Match): void {
    if (match.disposed < this.#from) return
    const coin = this.#coinOf(match.currency)
    const { amount, proceeds, cost, gain } = match
    coin.disposed += amount
    if (proceeds === null || cost === null || gain === null) {
      coin.unknown += amount
    } else {
      coin.proceeds += proceeds
      coin.cost += cost
      coin.gain += gain
    }
    this.#told.match(match)
  }

  income(income: Income): void {
    if (income.time < this.#from) return
    const sums = this.incomes.get(income.currency) ?? { amount: 0n, worth: 0n }
    sums.amount += income.amount
    sums.worth = sums.worth === null || income.worth === null ? null : sums.worth + income.worth
    this.incomes.set(income.currency, sums)
    this.#told.income(income)
  }

  moved({ currency, amount, time }: Moved): void {
    if (time < this.#from || currency === usdt) return
    const coin = this.#coinOf(currency)
    if (amount < 0n) coin.movedOut -= amount
    else coin.movedIn += amount
  }

  /** What the year opens with. */
  open(holdings: Holdings): void {
    for (const [currency, slices] of holdings) if (slices.length > 0) this.#coinOf(currency).opening = amountOf(slices)
  }

  /** What it closes with. */
  close(holdings: Holdings): void {
    for (const [currency, slices] of holdings) {
      if (slices.length === 0) continue
      const coin = this.#coinOf(currency)
      const unknown = slices.filter((slice) => costOf(slice) === null)
      coin.closing = amountOf(slices)
      coin.closingUnknown = amountOf(unknown)
      coin.closingCost = slices.reduce((sum, slice) => sum + (costOf(slice) ?? 0n), 0n)
    }
  }

  #coinOf(currency: number): CoinTotals {
    const found = this.coins.get(currency) ?? {
      opening: 0n,
      movedIn: 0n,
      movedOut: 0n,
      disposed: 0n,
      proceeds: 0n,
      cost: 0n,
      gain: 0n,
      unknown: 0n,
      closing: 0n,
      closingCost: 0n,
      closingUnknown: 0n,
    }
    this.coins.set(currency, found)
    return found
  }
}

function amountOf(slices: readonly Slice[]): bigint {
  return slices.reduce((sum, slice) => sum + sizeOf(slice), 0n)
}
