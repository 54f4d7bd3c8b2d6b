import { expect, test } from 'vitest'
import { batchItemsMax, createBatch, type Schedule } from './batch.ts'

function stepped() {
  let due: (() => void) | null = null
  const schedule: Schedule = (run) => {
    due = run
    return () => {
      due = null
    }
  }
  return {
    schedule,
    elapse() {
      const run = due
      due = null
      run?.()
    },
    idle: () => due === null,
  }
}

test('the first passes at once, the rest wait for the end of the window', () => {
  const clock = stepped()
  const seen: (readonly number[])[] = []
  const batch = createBatch<number>(50, (items) => seen.push(items), clock.schedule)
  batch.push(1)
  batch.push(2)
  batch.push(3)
  expect(seen).toEqual([[1]])
  clock.elapse()
  expect(seen).toEqual([[1], [2, 3]])
  batch.push(4)
  expect(seen).toHaveLength(2)
  clock.elapse()
  expect(seen).toEqual([[1], [2, 3], [4]])
  clock.elapse()
  expect(clock.idle()).toBe(true)
  batch.push(5)
  expect(seen.at(-1)).toEqual([5])
})

test('a full batch goes early, and a stopped one delivers nothing', () => {
  const clock = stepped()
  const sizes: number[] = []
  const batch = createBatch<number>(50, (items) => sizes.push(items.length), clock.schedule)
  for (let n = 0; n <= batchItemsMax + 10; n += 1) batch.push(n)
  expect(sizes).toEqual([1, batchItemsMax])
  batch.stop()
  clock.elapse()
  expect(sizes).toHaveLength(2)
})
