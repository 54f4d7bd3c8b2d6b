import { expect, it } from 'vitest'
import { hasPassed, passingOf } from './target.ts'

it('a long’s stop-loss and a short’s take-profit wait for a fall, the others for a rise', () => {
  expect([passingOf('long', 'stop_loss'), passingOf('short', 'take_profit')]).toEqual(['fall', 'fall'])
  expect([passingOf('short', 'stop_loss'), passingOf('long', 'take_profit')]).toEqual(['rise', 'rise'])
})

it('a price that the mark has reached exactly is passed, and one that it has not is none', () => {
  const passed = (mark: bigint) => [hasPassed('fall', 100n, mark), hasPassed('rise', 100n, mark)]
  expect([passed(99n), passed(100n), passed(101n)]).toEqual([
    [true, false],
    [true, true],
    [false, true],
  ])
})
