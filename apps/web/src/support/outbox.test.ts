import { expect, it } from 'vitest'
import { guardedStore } from '@truemark/ui/device/store'
import { readOutbox, retryDelayMs, writeOutbox, type PendingLine } from './outbox.ts'

const memory = () => guardedStore(() => undefined)

const line = (key: string, madeAt: number, image: Blob | null = null): PendingLine => {
  return { key, text: `text ${key}`, image, madeAt, failure: null }
}

it('keeps what was written and not sent for its person, for a day, and no pictures', () => {
  const storage = memory()
  writeOutbox(storage, 'ann', [line('a', 0), line('b', 1_000), line('c', 1_000, new Blob(['x']))])
  expect(readOutbox(storage, 'ann', 2_000).map(({ key }) => key)).toEqual(['a', 'b'])
  expect(readOutbox(storage, 'ben', 2_000)).toEqual([])
  expect(readOutbox(storage, 'ann', 86_400_000).map(({ key }) => key)).toEqual(['b'])
  writeOutbox(storage, 'ann', [])
  expect(storage.getItem('truemark.chat')).toBeNull()
})

it.each(['', 'null', '{}', '{"owner":"ann","lines":[{"key":1}]}', '{"owner":"ann","lines":3}'])(
  'takes %j for nothing',
  (text) => {
    const storage = memory()
    storage.setItem('truemark.chat', text)
    expect(readOutbox(storage, 'ann', 0)).toEqual([])
  },
)

it('tries again after longer and longer waits, at most fifteen seconds', () => {
  expect([0, 1, 2, 3, 9].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000])
})
