import { parseDecimal } from '@truemark/core/money/decimal'
import { isFreshSecond } from '@truemark/core/market/sources'
import { entryDelayMs, entryWithinMs, exitWithinMs, outcomeOf } from '@truemark/core/option/terms'
import type { EvidenceSample, HeardSecond, IndexSecond, OptionEvidence } from '../routes/evidence.ts'
import { indexHolds } from './indexChecks.ts'

const priceScale = 12

export type OptionCheckName = 'entry' | 'expiry' | 'exit' | 'outcome' | 'fresh' | 'void' | 'sources'

export interface OptionCheck {
  readonly name: OptionCheckName
  /** Null where what it needs is not there (yet). */
  readonly holds: boolean | null
}

/** The first recorded second on which an option accepted then could enter, by the published rule. */
export function entrySample(samples: readonly EvidenceSample[], accepted: number): EvidenceSample | undefined {
  return samples.find(({ time, fresh }) => {
    return fresh && time >= accepted + entryDelayMs && time <= accepted + entryWithinMs
  })
}

/** The last recorded second in the two before the expiration, which is the exit by the published rule. */
export function exitSample(
  samples: readonly { readonly time: number; readonly price: string }[],
  expiration: number,
): { readonly time: number; readonly price: string } | undefined {
  return samples.findLast(({ time }) => time <= expiration && time > expiration - exitWithinMs)
}

function isSamePrice(a: string, b: string): boolean {
  return parseDecimal(a, priceScale) === parseDecimal(b, priceScale)
}

/** Reckons a settled option anew from its published samples, by the engine's own rules. */
export function optionChecks(option: OptionEvidence): OptionCheck[] {
  const { entry, expiration, exit, exit_price: exitPrice, accepted, status } = option
  const fresh = freshCheck(option)
  if (entry === null) {
    const none = entrySample(option.entry_samples, accepted) === undefined
    return status === 'open' ? [] : [...fresh, { name: 'void', holds: option.reason === 'no_entry' ? none : null }]
  }
  const found = entrySample(option.entry_samples, accepted)
  const checks: OptionCheck[] = [
    { name: 'entry', holds: found !== undefined && found.time === entry.time && isSamePrice(found.price, entry.price) },
    { name: 'expiry', holds: expiration === entry.time + 1_000 * option.trade_mode },
    ...fresh,
  ]
  if (status === 'open' || expiration === null) return checks
  if (exitPrice === null) return [...checks, { name: 'void', holds: exit?.state === 'lost' ? true : null }]
  if (exit?.state === 'sampled') {
    const last = exitSample(exit.samples, expiration)
    checks.push({ name: 'exit', holds: last !== undefined && isSamePrice(last.price, exitPrice) })
  } else
    checks.push({
      name: 'exit',
      holds: exit?.state === 'rebuilt' ? isMean(exit.trades, exitPrice, option.index_decimals) : null,
    })
  checks.push({ name: 'outcome', holds: outcomeBy(option.type, entry.price, exitPrice) === option.outcome })
  return checks
}

/**
 * The check that each second in which the option could have entered counts as fresh just where every source in it was heard
 * within a second of it; none where it is not told by what they count.
 */
function freshCheck({ accepted, entry, entry_samples: samples, entry_heard: told }: OptionEvidence): OptionCheck[] {
  if (told === undefined) return []
  const until = entry?.time ?? accepted + entryWithinMs
  const seconds = samples.filter(({ time }) => time >= accepted + entryDelayMs && time <= until)
  const found = seconds.map(({ time, fresh }) => {
    const heard = told.find((one) => one.time === time)?.sources
    return heard === undefined ? null : isFreshAt(time, heard) === fresh
  })
  return [{ name: 'fresh', holds: found.includes(false) ? false : found.includes(null) ? null : true }]
}

/** Whether a second counts as fresh by when its sources were heard last. */
export function isFreshAt(time: number, sources: HeardSecond['sources']): boolean {
  const heard = new Map(sources.map((one) => [one.source, one.heard]))
  return isFreshSecond(sources, (source) => {
    const last = heard.get(source) ?? null
    return last === null ? undefined : time - last
  })
}

function outcomeBy(type: OptionEvidence['type'], entry: string, exit: string) {
  const from = parseDecimal(entry, priceScale) ?? 0n
  const to = parseDecimal(exit, priceScale) ?? 0n
  // only which of the two is larger counts, so that their difference may stand for them
  return outcomeOf(type, 0, to > from ? 1 : to < from ? -1 : 0)
}

// the mean is rounded to a tenth of a tick
function isMean(trades: readonly { readonly price: string }[], price: string, indexDecimals: number): boolean | null {
  if (trades.length < 2 || indexDecimals > priceScale) return null
  const sum = trades.reduce((total, trade) => total + (parseDecimal(trade.price, priceScale) ?? 0n), 0n)
  const stated = (parseDecimal(price, priceScale) ?? 0n) * BigInt(trades.length)
  const unit = 10n ** BigInt(priceScale - indexDecimals) * BigInt(trades.length)
  const apart = sum > stated ? sum - stated : stated - sum
  return 2n * apart <= unit
}

/** A recorded second whose index decided, and the price that was settled on. */
export interface DecidingSecond {
  readonly time: number
  readonly price: string
}

/** The recorded seconds whose index decided an option, with the price that it was settled on: entry first. */
export function decidingSeconds({ entry, exit, exit_price: price }: OptionEvidence): readonly DecidingSecond[] {
  const time = exit?.state === 'sampled' ? exit.sample_time : null
  const last = time !== null && price !== null ? [{ time, price }] : []
  return [...(entry === null ? [] : [{ time: entry.time, price: entry.price }]), ...last]
}

/** Whether a second's index is the price that was settled on, and what its sources gave; null where they are not there. */
export function secondHolds(
  { time, price }: DecidingSecond,
  sources: readonly IndexSecond[],
  option: Pick<OptionEvidence, 'index_decimals'>,
): boolean | null {
  const second = sources.find((one) => one.time === time)
  if (second === undefined) return null
  return isSamePrice(second.index, price) && indexHolds(second, option.index_decimals - 1)
}

/** The check that the seconds which decided are what their sources gave; none where no second decided. */
export function sourceChecks(option: OptionEvidence, sources: readonly IndexSecond[]): OptionCheck[] {
  const found = decidingSeconds(option).map((second) => secondHolds(second, sources, option))
  if (found.length === 0) return []
  return [{ name: 'sources', holds: found.includes(false) ? false : found.includes(null) ? null : true }]
}
