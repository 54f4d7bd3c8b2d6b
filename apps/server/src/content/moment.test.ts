import { expect, it } from 'vitest'
import { writeMoment } from './moment.ts'

const evening = Date.UTC(2026, 1, 3, 12, 4, 59)

it('writes a moment in the app’s zone and names it', () => {
  const fields = { timezone: 'Asia/Tokyo', is_hour12_open: '0' } as const
  expect(writeMoment(evening, fields, 'en')).toEqual({ text: '2026-02-03 21:04', zone: 'Asia/Tokyo' })
  expect(writeMoment(evening, { ...fields, timezone: 'UTC' }, 'fre').text).toBe('2026-02-03 12:04')
})

it('writes by a clock of twelve hours, in the reader’s words', () => {
  const fields = { timezone: 'Asia/Tokyo', is_hour12_open: '1' } as const
  expect(writeMoment(evening, fields, 'en').text).toBe('2026-02-03 09:04 PM')
  expect(writeMoment(evening, fields, 'jp').text).toBe('2026-02-03 09:04 午後')
  expect(writeMoment(evening, fields, 'zh').text).toBe('2026-02-03 09:04 下午')
})

it('writes UTC where the zone is unknown', () => {
  const unknown = { timezone: 'Nowhere/Land', is_hour12_open: '0' } as const
  expect(writeMoment(evening, unknown, 'en')).toEqual({ text: '2026-02-03 12:04', zone: 'UTC' })
})
