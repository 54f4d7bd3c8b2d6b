import { afterEach, expect, test, vi } from 'vitest'
import { firstOf, timeoutSignal } from './signals.ts'

const { timeout, any } = AbortSignal

function takeAway(): void {
  Object.assign(AbortSignal, { timeout: undefined, any: undefined })
}

afterEach(() => {
  Object.assign(AbortSignal, { timeout, any })
  vi.useRealTimers()
})

test.each(['new', 'old'])('FC-76 a %s browser ends a call after its time', async (browser) => {
  if (browser === 'old') takeAway()
  const signal = timeoutSignal(10)
  expect(signal.aborted).toBe(false)
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})

test.each(['new', 'old'])('FC-76 a %s browser ends a call with the first of its signals', (browser) => {
  if (browser === 'old') takeAway()
  const [first, second] = [new AbortController(), new AbortController()]
  const signal = firstOf([first.signal, second.signal])
  expect(signal.aborted).toBe(false)
  second.abort('gone')
  expect([signal.aborted, signal.reason]).toEqual([true, 'gone'])
  expect(firstOf([second.signal, first.signal]).aborted).toBe(true)
})
