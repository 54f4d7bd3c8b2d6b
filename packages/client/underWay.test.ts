import { expect, test } from 'vitest'
import { createUnderWay } from './underWay.ts'

test('what is under way is waited for, whether it is answered or fails, and what comes later is not', async () => {
  const underWay = createUnderWay()
  await underWay.ended(60_000)
  const told: string[] = []
  let answer: (text: string) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const first = underWay.note(new Promise<string>((resolve) => (answer = resolve)))
  const second = underWay.note(new Promise<string>((_, reject) => (fail = reject)))
  const ended = underWay.ended(60_000).then(() => told.push('ended'))
  void underWay.note(new Promise(() => undefined))
  answer('one')
  expect(await first).toBe('one')
  expect(told).toEqual([])
  fail(new Error('two'))
  await expect(second).rejects.toThrow('two')
  await ended
  expect(told).toEqual(['ended'])
})

test('nobody waits for longer than they said', async () => {
  const underWay = createUnderWay()
  void underWay.note(new Promise(() => undefined))
  const since = performance.now()
  await underWay.ended(20)
  expect(performance.now() - since).toBeGreaterThanOrEqual(19)
})
