import { afterAll, expect, it } from 'vitest'
import { Reads } from './reads.ts'
import { Watermark } from './watermark.ts'

const watermark = new Watermark('reads of a test')
afterAll(() => watermark.close())

it('lets nobody read before what they may have been told of by the process before', async () => {
  const reads = new Reads(watermark, 20_000)
  reads.began(7)
  const done: string[] = []
  const waiting = [reads.settled(32).then(() => done.push('settled')), reads.current().then(() => done.push('current'))]
  watermark.note({ seq: 6, time: 1 })
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toEqual([])
  watermark.note({ seq: 7, time: 1 })
  await Promise.all(waiting)
  expect(done.toSorted()).toEqual(['current', 'settled'])
})

it('waits for what a holder was told, and no longer than it may', async () => {
  const reads = new Reads(watermark, 20)
  reads.note(32, 9)
  await reads.settled(33)
  const began = performance.now()
  await reads.settled(32)
  expect(performance.now() - began).toBeGreaterThan(15)
  reads.committed(9, [])
  expect(await reads.current()).toBe(false)
  watermark.note({ seq: 9, time: 2 })
  await reads.settled(32)
  expect(await reads.current()).toBe(true)
})

it('lets whoever is no longer known read nothing before what anybody was told', async () => {
  const reads = new Reads(watermark, 20_000, 1)
  reads.note(32, 11)
  reads.note(33, 10)
  let read = false
  const waiting = reads.settled(32).then(() => (read = true))
  watermark.note({ seq: 10, time: 1 })
  await new Promise((resolve) => setImmediate(resolve))
  expect(read).toBe(false)
  watermark.note({ seq: 11, time: 1 })
  await waiting
})
