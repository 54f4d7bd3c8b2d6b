import { describe, expect, it } from 'vitest'
import { bodyOfHours, clockText, faultInHours, hoursDraft } from './hours.ts'

describe('trading hours in the form', () => {
  it('are read and written the same', () => {
    const hours = [
      { weekday: 1, from: 510, to: 960 },
      { weekday: 5, from: 0, to: 1_440 },
    ]
    expect(hoursDraft(hours)[0]).toEqual({ weekday: 1, from: '08:30', to: '16:00' })
    expect(bodyOfHours(hoursDraft(hours))).toEqual(hours)
    expect(clockText(1_440)).toBe('24:00')
    expect(faultInHours(hoursDraft(hours))).toBe(false)
  })

  it('are faulty where a time is none, ends before it begins, or meets another', () => {
    const one = { weekday: 1, from: '08:00', to: '12:00' }
    for (const other of [{ from: '8' }, { to: '24:01' }, { to: '08:00' }]) {
      expect(faultInHours([{ ...one, ...other }])).toBe(true)
    }
    expect(faultInHours([one, { ...one, from: '11:59', to: '13:00' }])).toBe(true)
    expect(faultInHours([one, { ...one, from: '12:00', to: '13:00' }])).toBe(false)
    expect(faultInHours([one, { ...one, weekday: 2 }])).toBe(false)
  })
})
