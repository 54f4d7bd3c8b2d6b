import type { HolderId } from '@truemark/core/ledger/holders'
import { formatDecimal } from '@truemark/core/money/decimal'
import { divide } from '@truemark/core/money/round'
import { dayMs, hourMs } from '@truemark/core/money/units'
import type { WorthHistory, WorthPoint, WorthSpan } from '@truemark/protocol/routes/holdings'
import type { Queryable } from '../platform/postgres/database.ts'
import { type WorthChange, worthChange } from './worthChange.ts'
import { type WorthPrice, type WorthSample, findOpenedAt, findWorth } from './worthSweep.store.ts'

interface Span {
  readonly back: number
  readonly step: 'hour' | 'day'
}

const spans: Readonly<Record<WorthSpan, Span>> = {
  day: { back: dayMs, step: 'hour' },
  week: { back: 7 * dayMs, step: 'hour' },
  month: { back: 30 * dayMs, step: 'day' },
  year: { back: 365 * dayMs, step: 'day' },
}

/** How many of the moments in (from, to] at which a sample was due have none, by the hours that have one. */
export function missedBetween(hours: readonly number[], from: number, to: number, stepMs: number): number {
  const first = Math.ceil(from / stepMs)
  const last = Math.floor(to / stepMs)
  return Math.max(0, last - first + 1 - hours.length)
}

interface WorthOptions {
  readonly holder: HolderId
  readonly span: WorthSpan
  readonly now: number
  /** The prices of this moment; null where one is not known. */
  readonly prices: readonly WorthPrice[] | null
  readonly scaleOf: (currency: number) => number
  readonly text: (units: bigint) => string
}

/**
 * A holder's recorded worth over a span that ends now, from when the account was opened, and what it changed by. The hour
 * that runs is due only once it is recorded. `view` is of one moment.
 */
export async function worthOver(view: Queryable, options: WorthOptions): Promise<Omit<WorthHistory, 'simulated'>> {
  const { holder, span, now, prices, scaleOf, text } = options
  const { back } = spans[span]
  const opened = (await findOpenedAt(view, holder)) ?? now
  // of an account of a few days, whose hours are all kept, days would draw nothing
  const step = now - opened < spans.week.back ? 'hour' : spans[span].step
  const stepMs = step === 'hour' ? hourMs : dayMs
  const from = Math.max(now - back, opened - (opened % stepMs))
  const samples = (await findWorth(view, holder, from, stepMs)).filter(({ time }) => time >= opened)
  const point = ({ time, coin, contract, option, invested }: WorthSample): WorthPoint => ({
    time,
    total: text(coin + contract + option + invested),
    coin: text(coin),
    contract: text(contract),
    option: text(option),
    invested: text(invested),
  })
  const hours = samples.map(({ hour }) => hour)
  // the first moment at which the account was there, and the last that is over
  const due = { from: Math.max(from, opened + 1), to: (hours.at(-1) ?? 0) > now - stepMs ? now : now - stepMs }
  const missing = missedBetween(hours, due.from, due.to, stepMs)
  const found = await worthChange(view, { holder, opened, from: now - back, now, samples, prices, scaleOf })
  const change = found === null ? null : changeShape(found, text)
  return { span, step, from, to: now, points: samples.map(point), missing, change }
}

function changeShape(
  { from, to, first, last, cameIn, left, profit }: WorthChange,
  text: (units: bigint) => string,
): WorthHistory['change'] {
  return {
    from,
    to,
    first: text(first),
    last: text(last),
    came_in: text(cameIn),
    left: text(left),
    profit: text(profit),
    rate: rateOf(profit, first + cameIn),
  }
}

/** A profit as a share of what it was made of, in per cent with two decimals, rounded to the nearest; null of nothing. */
export function rateOf(profit: bigint, of: bigint): string | null {
  return of <= 0n ? null : formatDecimal(divide(profit * 10_000n, of, 'half-even'), 2)
}
