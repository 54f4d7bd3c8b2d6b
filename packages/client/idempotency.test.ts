import { expect, test } from 'vitest'
import { giveUpSend, isLost, keyForSend, keySent, pendingSends, settleSend } from './idempotency.ts'
import { guardedStore } from '@truemark/ui/device/store'

const memory = () => guardedStore(() => undefined)

const order = { owner: 'demo:7', route: 'POST /spot/orders', body: '{"a":1}' }

test('an unanswered request is found again, also after a reload, and sent under its key once more', () => {
  const storage = memory()
  const { key } = keyForSend(storage, order, 1_000)
  expect(keySent(storage, order, 60_000)).toBe(key)
  expect(keyForSend(storage, order, 60_000, key)).toEqual({ key, again: true })
  expect(pendingSends(storage, 60_000)).toMatchObject([{ key, ...order, madeAt: 1_000 }])
})

test('a request that is made again is another', () => {
  const storage = memory()
  const first = keyForSend(storage, order, 1_000)
  const second = keyForSend(storage, order, 2_000)
  expect(second).toMatchObject({ again: false })
  expect(pendingSends(storage, 2_000).map(({ key }) => key)).toEqual([first.key, second.key])
})

test('it is lost once nobody waits for its answer', () => {
  const storage = memory()
  const { key } = keyForSend(storage, order, 1_000)
  const lost = (now: number) => pendingSends(storage, now).map((send) => isLost(send, now))
  expect(lost(200_000)).toEqual([false])
  giveUpSend(storage, key, 2_000)
  expect(lost(2_000)).toEqual([true])
  // another page waits for it, or is gone
  storage.setItem('truemark.pendingSends', JSON.stringify([{ key, ...order, madeAt: 1_000, page: 'another' }]))
  expect([lost(70_000), lost(80_000)]).toEqual([[false], [true]])
})

test('another body, another route or another owner is another request', () => {
  const storage = memory()
  const keys = [
    keyForSend(storage, order, 1),
    keyForSend(storage, { ...order, body: '{"a":2}' }, 1),
    keyForSend(storage, { ...order, route: 'POST /account/transfers' }, 1),
    keyForSend(storage, { ...order, owner: 'real:7' }, 1),
  ]
  expect(new Set(keys.map(({ key }) => key)).size).toBe(4)
})

test('an answered request gets a new key when it is made again', () => {
  const storage = memory()
  const first = keyForSend(storage, order, 1_000)
  settleSend(storage, first.key, 1_500)
  expect(pendingSends(storage, 1_500)).toEqual([])
  expect(keyForSend(storage, order, 2_000)).not.toMatchObject({ key: first.key })
})

test('FC-70 a key is kept in memory where storage is full', () => {
  const full = guardedStore(() => fullStorage())
  const first = keyForSend(full, order, 1_000)
  expect(keySent(full, order, 2_000)).toBe(first.key)
  settleSend(full, first.key, 3_000)
  expect(pendingSends(full, 3_000)).toEqual([])
})

test('what is a day old, or not ours, is not read', () => {
  const storage = memory()
  const first = keyForSend(storage, order, 0)
  expect(pendingSends(storage, 86_399_999).map(({ key }) => key)).toEqual([first.key])
  expect(keySent(storage, order, 86_400_000)).toBeUndefined()
  storage.setItem('truemark.pendingSends', '[{"key":1}]')
  expect(pendingSends(storage, 1)).toEqual([])
  storage.setItem('truemark.pendingSends', 'no json')
  expect(pendingSends(storage, 1)).toEqual([])
})

function fullStorage(): Storage {
  return {
    length: 1,
    key: () => null,
    clear: () => undefined,
    getItem: () => null,
    removeItem: () => undefined,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
}
