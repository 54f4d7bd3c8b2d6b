import { describe, expect, it } from 'vitest'
import { auditQuery, dayStart, readAuditChoice } from './choice.ts'

describe('the beginning of a day', () => {
  it.each([
    ['2026-03-01', 'UTC', Date.UTC(2026, 2, 1)],
    ['2026-03-01', 'Asia/Tokyo', Date.UTC(2026, 1, 28, 15)],
    ['2026-03-01', 'America/New_York', Date.UTC(2026, 2, 1, 5)],
    // The clock goes forward at 02:00 and back at 03:00: before that the old offset holds.
    ['2026-03-29', 'Europe/Berlin', Date.UTC(2026, 2, 28, 23)],
    ['2026-03-30', 'Europe/Berlin', Date.UTC(2026, 2, 29, 22)],
    ['2026-10-25', 'Europe/Berlin', Date.UTC(2026, 9, 24, 22)],
    ['2026-10-26', 'Europe/Berlin', Date.UTC(2026, 9, 25, 23)],
  ])('%s in %s', (day, timezone, moment) => {
    expect(dayStart(day, timezone)).toBe(moment)
  })

  it('counts on the calendar over a day of 23 hours', () => {
    expect(dayStart('2026-03-29', 'Europe/Berlin', 1) - dayStart('2026-03-29', 'Europe/Berlin')).toBe(23 * 3_600_000)
  })
})

it('reads a choice out of an address and leaves out what is malformed', () => {
  const search = { actor: 'ada', action: 'user_read', from: '2026-03-01', to: 'yesterday' }
  expect(readAuditChoice(search)).toEqual({ actor: 'ada', action: 'user_read', from: '2026-03-01' })
  expect(readAuditChoice({ actor: 7, from: 20260301 })).toEqual({})
})

it('asks for whole days, the last one included', () => {
  expect(auditQuery({ actor: ' ada ', from: '2026-03-01', to: '2026-03-01' }, 'UTC')).toEqual({
    actor: 'ada',
    from: String(Date.UTC(2026, 2, 1)),
    to: String(Date.UTC(2026, 2, 2)),
  })
  expect(auditQuery({}, 'UTC')).toEqual({})
})
