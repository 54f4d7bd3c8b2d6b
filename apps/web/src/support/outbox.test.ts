import { expect, it } from 'vitest'
import { guardedStore } from '@truemark/ui/device/store'
import type { PendingLine } from '@truemark/client/chatSession'
import { readOutbox, writeOutbox } from './outbox.ts'

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
