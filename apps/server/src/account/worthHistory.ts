import type { HolderId } from '@truemark/core/ledger/holders'
import { dayMs, hourMs } from '@truemark/core/money/units'
import type { WorthHistory, WorthPoint, WorthSpan } from '@truemark/protocol/routes/holdings'
import type { Queryable } from '../platform/postgres/database.ts'
import { type WorthSample, findOpenedAt, findWorth } from './worthSweep.store.ts'

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

/**
 * A holder's recorded worth over a span that ends now, from when the account was opened. The hour that runs is due only
 * once it is recorded.
 */
export async function worthOver(
  database: Queryable,
  holder: HolderId,
  span: WorthSpan,
  now: number,
  text: (units: bigint) => string,
): Promise<Omit<WorthHistory, 'simulated'>> {
  const { back, step } = spans[span]
  const stepMs = step === 'hour' ? hourMs : dayMs
  const opened = (await findOpenedAt(database, holder)) ?? now
  const from = Math.max(now - back, opened - (opened % stepMs))
  const samples = (await findWorth(database, holder, from, stepMs)).filter(({ time }) => time >= opened)
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
  return { span, step, from, to: now, points: samples.map(point), missing }
}
