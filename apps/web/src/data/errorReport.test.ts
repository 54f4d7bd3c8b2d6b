import { ApiError } from '@truemark/protocol/calling'
import { expect, test, vi } from 'vitest'
import { createReportGate, onReadOnly, reportError } from './errorReport.ts'

test('the same failure is reported once in 10 s, and no more than 20 a minute', () => {
  const gate = createReportGate()
  expect(gate('a', 0)).toBe(true)
  expect(gate('a', 9_999)).toBe(false)
  expect(gate('a', 10_000)).toBe(true)
  const passed = Array.from({ length: 30 }, (_, n) => gate(`b${n}`, 11_000)).filter(Boolean)
  expect(passed).toHaveLength(18)
  expect(gate('c', 60_000)).toBe(true)
})

test('a call that was refused since nothing can be changed is no failure, and is heard of, also afterwards', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  const refused = new ApiError('read_only', 14_700, 'nothing can be changed')
  let heard = 0
  await reportError(Promise.resolve(''), 'en', refused, 'POST /spot/orders')
  onReadOnly(() => (heard += 1))
  expect(heard).toBe(1)
  await reportError(Promise.resolve(''), 'en', refused, 'POST /spot/orders')
  expect(heard).toBe(2)
  expect(fetched).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
