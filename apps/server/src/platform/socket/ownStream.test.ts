import type { HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OwnStream, TouchedOrders, roundOrdersMax } from './ownStream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const here = 40
const away = 41

/** An event that stands for any that touches an order of a holder. */
const touching = (holder: number, order: number): Event => ({
  type: 'optionExitLost',
  realm: 'demo',
  kind: 'live',
  listing: holder,
  expiry: order,
})

function open() {
  const told: (readonly (readonly [number, string])[])[] = []
  const waited: number[] = []
  const failures: string[] = []
  let follow: () => void = () => undefined
  const stream = new OwnStream(
    new TouchedOrders<string>(
      { isOpen: (holder: HolderId) => holder !== away, toHolder: () => undefined },
      (event, add) => {
        if (event.type === 'optionExitLost') add(event.listing, event.expiry, `in round ${told.length}`)
      },
    ),
    async (touched, { followed }) => {
      await followed()
      told.push([...touched])
      if (touched.has(13)) throw new Error('no')
    },
    {
      hub: { isOpen: () => true, toHolder: () => undefined },
      watermark: {
        waitFor: (seq) => {
          waited.push(seq)
          return new Promise<void>((resolve) => (follow = resolve))
        },
      },
      onError: (error) => failures.push(String(error)),
    },
  )
  const take = (events: readonly Event[], seq: number) => stream.take({ events, seq, time: 0 })
  return { stream, take, told, waited, failures, follow: () => follow() }
}

const round = () => vi.advanceTimersByTimeAsync(50)

it('tells of each order once a round, when the read models have followed, and of nobody who is away', async () => {
  const { stream, take, told, waited, follow } = open()
  take([touching(here, 1), touching(away, 2), touching(0, 3), touching(here, 0)], 7)
  take([touching(here, 1), touching(here, 4)], 9)
  expect(waited).toEqual([])
  await round()
  expect([waited, told]).toEqual([[9], []])
  take([touching(here, 5)], 10)
  await round()
  expect(waited).toEqual([9])
  follow()
  await round()
  follow()
  await round()
  const happened = 'in round 0'
  expect(told).toEqual([
    [
      [1, happened],
      [4, happened],
    ],
    [[5, happened]],
  ])
  expect(waited).toEqual([9, 10])
  await stream.close()
})

it('leaves what is more than a round may tell to the next, and goes on after one that failed', async () => {
  const { stream, take, told, failures, follow } = open()
  const events = Array.from({ length: roundOrdersMax + 5 }, (_, index) => touching(here, index + 10))
  take(events, 1)
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await round()
    follow()
    await round()
  }
  expect(told.map(({ length }) => length)).toEqual([roundOrdersMax, 5])
  expect(failures).toEqual(['Error: no'])
  await stream.close()
  take([touching(here, 1)], 2)
  await round()
  expect(told).toHaveLength(2)
})
