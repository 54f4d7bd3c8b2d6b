import { expect, test } from 'vitest'
import { keyForSend, pendingSends, settleSend, uuidV7, type KeyStorage } from './idempotency.ts'

function memory(): KeyStorage {
  const map = new Map<string, string>()
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}

const order = { owner: 'demo:7', route: 'POST /spot/orders', body: '{"a":1}' }

test('a UUIDv7 bears its time, its version and its variant', () => {
  expect(uuidV7(0x017f22e279b0, new Uint8Array(16).fill(0xff))).toBe('017f22e2-79b0-7fff-bfff-ffffffffffff')
})

test('the same unanswered request keeps its key, also after a reload', () => {
  const storage = memory()
  const first = keyForSend(storage, order, 1_000)
  expect(keyForSend(storage, order, 60_000)).toBe(first)
  expect(pendingSends(storage, 60_000)).toEqual([{ key: first, ...order, madeAt: 1_000 }])
})

test('another body, another route or another owner is another request', () => {
  const storage = memory()
  const keys = [
    keyForSend(storage, order, 1),
    keyForSend(storage, { ...order, body: '{"a":2}' }, 1),
    keyForSend(storage, { ...order, route: 'POST /account/transfers' }, 1),
    keyForSend(storage, { ...order, owner: 'real:7' }, 1),
  ]
  expect(new Set(keys).size).toBe(4)
})

test('an answered request gets a new key when it is made again', () => {
  const storage = memory()
  const first = keyForSend(storage, order, 1_000)
  settleSend(storage, first, 1_500)
  expect(pendingSends(storage, 1_500)).toEqual([])
  expect(keyForSend(storage, order, 2_000)).not.toBe(first)
})

test('what is a day old, or not ours, is not read', () => {
  const storage = memory()
  const first = keyForSend(storage, order, 0)
  expect(keyForSend(storage, order, 86_400_000)).not.toBe(first)
  storage.setItem('truemark.pendingSends', '[{"key":1}]')
  expect(pendingSends(storage, 1)).toEqual([])
  storage.setItem('truemark.pendingSends', 'no json')
  expect(pendingSends(storage, 1)).toEqual([])
})
