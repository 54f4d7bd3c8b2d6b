import { describe, expect, it } from 'vitest'
import { isQuiet, minuteOfDay } from './quietHours.ts'

const at = (text: string): number => Date.parse(text)

describe('the minute of the day', () => {
  it('is that of the zone, in winter and in summer', () => {
    expect(minuteOfDay(at('2026-01-15T12:30:00Z'), 'Europe/Paris')).toBe(13 * 60 + 30)
    expect(minuteOfDay(at('2026-07-15T12:30:00Z'), 'Europe/Paris')).toBe(14 * 60 + 30)
    expect(minuteOfDay(at('2026-01-15T18:00:00Z'), 'Asia/Kolkata')).toBe(23 * 60 + 30)
    expect(minuteOfDay(at('2026-01-15T00:00:00Z'), 'UTC')).toBe(0)
  })

  it('is none in a zone that there is not', () => {
    expect(minuteOfDay(0, 'Mars/Olympus')).toBeNull()
  })
})

describe('quiet hours', () => {
  const night = { from: 22 * 60, to: 7 * 60 }

  it('go over midnight, from the first minute to before the last', () => {
    expect(isQuiet(night, 'UTC', at('2026-01-15T21:59:59Z'))).toBe(false)
    expect(isQuiet(night, 'UTC', at('2026-01-15T22:00:00Z'))).toBe(true)
    expect(isQuiet(night, 'UTC', at('2026-01-16T03:00:00Z'))).toBe(true)
    expect(isQuiet(night, 'UTC', at('2026-01-16T06:59:59Z'))).toBe(true)
    expect(isQuiet(night, 'UTC', at('2026-01-16T07:00:00Z'))).toBe(false)
  })

  it('are those of the reader and not of the server', () => {
    expect(isQuiet(night, 'Asia/Tokyo', at('2026-01-15T14:00:00Z'))).toBe(true)
    expect(isQuiet(night, 'America/New_York', at('2026-01-15T14:00:00Z'))).toBe(false)
  })

  it('follow a change of the clock: 02:30 does not come on that night', () => {
    const noon = { from: 120, to: 180 }
    expect(isQuiet(noon, 'Europe/Paris', at('2026-03-29T00:59:00Z'))).toBe(false)
    expect(isQuiet(noon, 'Europe/Paris', at('2026-03-29T01:30:00Z'))).toBe(false)
    expect(isQuiet(noon, 'Europe/Paris', at('2026-03-28T01:30:00Z'))).toBe(true)
  })

  it('are none where they are unset or empty', () => {
    expect(isQuiet(null, 'UTC', 0)).toBe(false)
    expect(isQuiet({ from: 60, to: 60 }, 'UTC', at('2026-01-15T01:00:00Z'))).toBe(false)
    expect(isQuiet({ from: 60, to: 180 }, 'UTC', at('2026-01-15T02:00:00Z'))).toBe(true)
  })
})
