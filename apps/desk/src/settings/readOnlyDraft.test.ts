import { expect, it } from 'vitest'
import { readOnlyFaults, readOnlyRead } from './readOnlyDraft.ts'

const now = Date.parse('2026-11-30T12:00:00Z')
const faults = (from: string, minutes: string) => [...readOnlyFaults({ from, minutes }, now)]

it('a period begins at once or within seven days, and is five minutes to six hours long', () => {
  expect(faults('', '30')).toEqual([])
  expect(faults('2026-11-30T13:00', '360')).toEqual([])
  expect(readOnlyRead({ from: '2026-11-30T13:00', minutes: '360' })).toEqual({ from: now + 3_600_000, minutes: 360 })
  expect(readOnlyRead({ from: '', minutes: ' 5 ' })).toEqual({ from: null, minutes: 5 })
  expect(faults('2026-11-30T12:00', '4')).toEqual(['from', 'minutes'])
  expect(faults('2026-12-07T12:01', '361')).toEqual(['from', 'minutes'])
  expect(faults('soon', '')).toEqual(['from', 'minutes'])
})
