import { describe, expect, it } from 'vitest'
import { type MarketCondition, alwaysOpen, marketStatus } from './calendar.ts'

/** A Monday, 12:00 UTC. */
const now = Date.UTC(2026, 10, 23, 12)
const fine: MarketCondition = { terms: alwaysOpen, indexTime: now, halted: null }
const weekday = 1
const until = (toMinute: number) => ({ ...alwaysOpen, sessions: [{ weekday, fromMinute: 540, toMinute }] })

describe('marketStatus', () => {
  it.each<[string, Partial<MarketCondition>, string, string]>([
    ['all is well', {}, 'open', ''],
    ['within its hours', { terms: until(721) }, 'open', ''],
    ['at the end of its hours', { terms: until(720) }, 'closed', 'session'],
    [
      'on another day',
      { terms: { ...alwaysOpen, sessions: [{ weekday: 2, fromMinute: 0, toMinute: 1_440 }] } },
      'closed',
      'session',
    ],
    ['before the first index', { indexTime: null }, 'closed', 'no_prices'],
    ['with an index of 5 s', { indexTime: now - 5_000 }, 'open', ''],
    ['with an index of more than 5 s', { indexTime: now - 5_001 }, 'stale', 'prices_old'],
    ['with an index of more than 60 s', { indexTime: now - 60_001 }, 'closed', 'no_prices'],
    ['when sources disagree', { halted: 'sources_disagree' }, 'halted', 'sources_disagree'],
    ['when an operator halts', { terms: { ...alwaysOpen, halt: 'halted' } }, 'halted', 'operator'],
    ['when an operator lets cancel only', { terms: { ...alwaysOpen, halt: 'cancel_only' } }, 'stale', 'operator'],
    ['closed before halted', { terms: { ...until(720), halt: 'halted' } }, 'closed', 'session'],
  ])('%s', (_name, condition, status, reason) => {
    expect(marketStatus({ ...fine, ...condition }, now)).toEqual({ status, reason })
  })
})
