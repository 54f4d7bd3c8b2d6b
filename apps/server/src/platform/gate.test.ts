import { expect, it } from 'vitest'
import { Gate } from './gate.ts'

it('runs so much at once, lets so much wait in order, and refuses the rest', async () => {
  const gate = new Gate(2, 3)
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (name: number) => async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
    order.push(name)
  }
  const ends = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((name) => gate.run(work(name))))
  expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, true, true, false, false])
  expect(ends[6]).toMatchObject({ reason: { statusCode: 429 } })
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4]])
})

it('goes on after work that failed', async () => {
  const gate = new Gate(1, 5)
  const ends = await Promise.allSettled([
    gate.run(() => Promise.reject(new Error('no'))),
    gate.run(() => Promise.resolve('yes')),
  ])
  expect(ends).toMatchObject([{ status: 'rejected' }, { value: 'yes' }])
  expect(await gate.run(() => Promise.resolve(1))).toBe(1)
})
