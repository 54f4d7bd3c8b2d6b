import { expect, it } from 'vitest'
import { Gate, type Lane } from './gate.ts'

const one: Lane = ['one']

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
  const ends = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((name) => gate.run(one, work(name))))
  expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, true, true, false, false])
  expect(ends[6]).toMatchObject({ reason: { statusCode: 429 } })
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4]])
})

it('goes on after work that failed', async () => {
  const gate = new Gate(1, 5)
  const ends = await Promise.allSettled([
    gate.run(one, () => Promise.reject(new Error('no'))),
    gate.run(one, () => Promise.resolve('yes')),
  ])
  expect(ends).toMatchObject([{ status: 'rejected' }, { value: 'yes' }])
  expect(await gate.run(one, () => Promise.resolve(1))).toBe(1)
})

/** Who was served, in order, and who was refused, of those who ask at once behind one that runs. */
async function served(waitingMax: number, lanes: readonly Lane[]): Promise<{ order: string[]; refused: string[] }> {
  const gate = new Gate(1, waitingMax)
  const order: string[] = []
  const refused: string[] = []
  const first = gate.run(['first', ''], () => new Promise<void>((resolve) => setTimeout(resolve, 5)))
  const asked = lanes.map((lane) =>
    gate.run(lane, async () => void order.push(lane.join(' '))).catch(() => void refused.push(lane.join(' '))),
  )
  await Promise.all([first, ...asked])
  return { order, refused }
}

const many = (count: number, lane: (at: number) => Lane): Lane[] => Array.from({ length: count }, (_, at) => lane(at))

it('serves groups in turn, and within each its own', async () => {
  const { order } = await served(20, [
    ...many(6, (at) => ['a', String(at % 3)]),
    ['b', '0'],
    ['c', '0'],
    ['c', '1'],
    ['b', '0'],
  ])
  expect(order).toEqual(['a 0', 'b 0', 'c 0', 'a 1', 'b 0', 'c 1', 'a 2', 'a 0', 'a 1', 'a 2'])
})

it('makes room out of the largest group for one of a smaller', async () => {
  // each of the largest group comes from another of its own
  const { order, refused } = await served(10, [...many(30, (at) => ['flood', String(at)]), ['quiet', '0']])
  expect(order).toHaveLength(10)
  expect(order[1]).toBe('quiet 0')
  expect(refused).toHaveLength(21)
  expect(refused.every((name) => name.startsWith('flood'))).toBe(true)
})
