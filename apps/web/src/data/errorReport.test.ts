import { expect, test } from 'vitest'
import { createReportGate } from './errorReport.ts'

test('the same failure is reported once in 10 s, and no more than 20 a minute', () => {
  const gate = createReportGate()
  expect(gate('a', 0)).toBe(true)
  expect(gate('a', 9_999)).toBe(false)
  expect(gate('a', 10_000)).toBe(true)
  const passed = Array.from({ length: 30 }, (_, n) => gate(`b${n}`, 11_000)).filter(Boolean)
  expect(passed).toHaveLength(18)
  expect(gate('c', 60_000)).toBe(true)
})
