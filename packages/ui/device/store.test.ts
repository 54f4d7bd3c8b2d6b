import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardedStore } from './store.ts'

/** A browser's storage of so many characters in all. */
function storageOf(roomMax: number): Storage {
  const map = new Map<string, string>()
  const used = () => [...map].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  return {
    get length() {
      return map.size
    },
    key: (at) => [...map.keys()][at] ?? null,
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    removeItem: (key) => void map.delete(key),
    setItem(key, value) {
      const room = roomMax - used() + (map.has(key) ? key.length + (map.get(key)?.length ?? 0) : 0)
      if (key.length + value.length > room) throw new DOMException('full', 'QuotaExceededError')
      map.set(key, value)
    },
  }
}

const forbidden = (): Storage => {
  throw new DOMException('The document is sandboxed', 'SecurityError')
}

const steps = fc.array(
  fc.record({ name: fc.constantFrom('a', 'b', 'c'), value: fc.option(fc.string({ maxLength: 30 }), { nil: null }) }),
)

test.each([
  ['FC-70 full', () => storageOf(40)],
  ['FC-72 forbidden', () => forbidden],
  ['missing', () => undefined],
  ['with room', () => storageOf(1_000)],
])('storage that is %s reads back what the page wrote, and never throws', (_, make) => {
  fc.assert(
    fc.property(steps, (list) => {
      const made = make()
      const store = guardedStore(typeof made === 'function' ? made : () => made)
      const model = new Map<string, string>()
      for (const { name, value } of list) {
        if (value === null) {
          model.delete(name)
          store.removeItem(name)
        } else {
          model.set(name, value)
          store.setItem(name, value)
        }
        for (const each of ['a', 'b', 'c']) expect(store.getItem(each)).toBe(model.get(each) ?? null)
      }
    }),
  )
})

test('says whether a text outlives the page', () => {
  expect(guardedStore(() => storageOf(10)).setItem('a', '123456789')).toBe(true)
  expect(guardedStore(() => storageOf(10)).setItem('a', '1234567890')).toBe(false)
  expect(guardedStore(forbidden).setItem('a', '')).toBe(false)
})

test('a text for which there is room again is kept by the browser', () => {
  const storage = storageOf(10)
  const store = guardedStore(() => storage)
  store.setItem('a', '1234567890')
  store.setItem('a', '1')
  expect(storage.getItem('a')).toBe('1')
})
