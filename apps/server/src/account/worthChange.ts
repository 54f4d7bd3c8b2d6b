import type { HolderId } from '@truemark/core/ledger/holders'
import { divide } from '@truemark/core/money/round'
import { usdtScale } from '@truemark/core/money/units'
import type { Queryable } from '../platform/postgres/database.ts'
import { type MovedIn, findMovedIn, findOwned } from './worthChange.store.ts'
import { type WorthPrice, type WorthSample, worthPriceScale } from './worthSweep.store.ts'

/** A moment (UTC ms), how far the ledger was then, and what all was worth, in smallest units of USDT. */
export interface WorthMoment {
  readonly time: number
  readonly seq: number
  readonly total: bigint
}

/** What a span's prices, trades and products made of what was owned; `profit` = last − first − cameIn + left. */
export interface WorthChange {
  readonly from: number
  readonly to: number
  readonly first: bigint
  readonly last: bigint
  readonly cameIn: bigint
  readonly left: bigint
  readonly profit: bigint
}

/**
 * The change between two moments without what was deposited and withdrawn, each valued at the last price that was kept
 * before it, rounded down; null where one has no such price: what cannot be told is not guessed.
 */
export function changeBetween(
  first: WorthMoment,
  last: WorthMoment,
  moved: readonly MovedIn[],
  scaleOf: (currency: number) => number,
): WorthChange | null {
  let cameIn = 0n
  let left = 0n
  for (const { currency, amount, price } of moved) {
    if (price === null) return null
    const value = valueAt({ currency, scale: scaleOf(currency), price }, amount < 0n ? -amount : amount)
    if (amount < 0n) left += value
    else cameIn += value
  }
  const profit = last.total - first.total - cameIn + left
  return { from: first.time, to: last.time, first: first.total, last: last.total, cameIn, left, profit }
}

/** What an amount is worth at a price in smallest units of USDT, rounded down. */
function valueAt({ scale, price }: WorthPrice, amount: bigint): bigint {
  return divide(amount * price, 10n ** BigInt(scale + worthPriceScale - usdtScale), 'down')
}

interface ChangeOptions {
  readonly holder: HolderId
  /** When the account was opened, and where the span begins (UTC ms): an account that was opened within began with nothing. */
  readonly opened: number
  readonly from: number
  readonly now: number
  readonly samples: readonly WorthSample[]
  /** The prices of now; null where one is not known: then the span ends with what was recorded last. */
  readonly prices: readonly WorthPrice[] | null
  readonly scaleOf: (currency: number) => number
}

/** The change of a holder's worth over a span; null where nobody knows it. `view` is of one moment. */
export async function worthChange(view: Queryable, options: ChangeOptions): Promise<WorthChange | null> {
  const { holder, opened, from, now, samples, prices, scaleOf } = options
  const first = opened >= from ? { time: opened, seq: 0, total: 0n } : momentOf(samples[0])
  const last = prices === null ? momentOf(samples.at(-1)) : await momentNow(view, holder, now, prices)
  if (first === null || last === null || last.time <= first.time) return null
  return changeBetween(first, last, await findMovedIn(view, holder, first, last), scaleOf)
}

function momentOf(sample: WorthSample | undefined): WorthMoment | null {
  if (sample === undefined) return null
  const { time, seq, coin, contract, option, invested } = sample
  return { time, seq, total: coin + contract + option + invested }
}

/** What is owned now, valued as each hour's sweep values it: a coin without a market is worth nothing. */
async function momentNow(
  view: Queryable,
  holder: HolderId,
  now: number,
  prices: readonly WorthPrice[],
): Promise<WorthMoment> {
  const priceOf = new Map(prices.map((one) => [one.currency, one]))
  let total = 0n
  for (const { currency, amount } of await findOwned(view, holder)) {
    const price = priceOf.get(currency)
    if (price !== undefined) total += valueAt(price, amount)
  }
  return { time: now, seq: Number.MAX_SAFE_INTEGER, total }
}
