import { expect, it } from 'vitest'
import type { Committed } from './committed.ts'
import { RowFollower } from './rowFollower.ts'

const row = (seq: number): Committed => ({ seq, time: seq, events: new Uint8Array() })

/** A follower of a journal that ends at `end`, of which each reading can be made to fail. */
function follow(end: { seq: number }, fails: { left: number } = { left: 0 }) {
  const told: number[] = []
  const warnings: string[] = []
  const follower = new RowFollower({
    read: async (after, rowsMax) => {
      await new Promise((resolve) => setImmediate(resolve))
      if ((fails.left -= 1) >= 0) throw new Error('the database is away')
      const count = Math.min(rowsMax, end.seq - after)
      return Array.from({ length: count }, (_, at) => row(after + 1 + at))
    },
    deliver: ({ seq }) => told.push(seq),
    warn: (text) => warnings.push(text),
  })
  return { follower, told, warnings }
}

const upTo = (seq: number): number[] => Array.from({ length: seq }, (_, at) => at + 1)

it('gives what is heard in order at once, and nothing twice', () => {
  const { follower, told } = follow({ seq: 0 })
  follower.heard(row(1))
  expect(told).toEqual([])
  follower.begin(0)
  return expect
    .poll(() => {
      follower.heard(row(2))
      follower.heard(row(1))
      return told
    })
    .toEqual([1, 2])
})

it('reads what it missed, also where only a later row or the end is known, and what comes meanwhile', async () => {
  const end = { seq: 150 }
  const { follower, told } = follow(end)
  follower.begin(0)
  follower.heard(row(150))
  follower.heard(row(151))
  await expect.poll(() => told).toEqual(upTo(151))
  end.seq = 300
  follower.reached(300)
  await expect.poll(() => told).toEqual(upTo(300))
  expect(follower.last).toBe(300)
})

it('asks again where the journal could not be read, or did not show the row yet', async () => {
  const end = { seq: 2 }
  const { follower, told, warnings } = follow(end, { left: 1 })
  follower.begin(0)
  follower.reached(4)
  await expect.poll(() => told).toEqual([1, 2])
  end.seq = 4
  await expect.poll(() => told).toEqual([1, 2, 3, 4])
  expect(warnings).toEqual(['the journal could not be followed: the database is away'])
  follower.close()
})
