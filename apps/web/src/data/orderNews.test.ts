import type { OrderChange } from '@truemark/protocol/stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetAccount, takePrivate } from './account.ts'
import { followOrderChanges } from './orderNews.ts'

// what an account is worth is asked for a while after a change: not here
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  forgetAccount()
  vi.useRealTimers()
})

const ended = (id: string): OrderChange => ({ order_id: id, game: 'contract', type: 'settled' })

it('tells every ending of one batch, oldest first, and each once', () => {
  const heard: string[][] = []
  const tell = (...ids: readonly string[]) => takePrivate(ids.map((id) => ({ type: 5, seq: ++seq, data: ended(id) })))
  let seq = 0
  tell('before')
  const stop = followOrderChanges((changes) => heard.push(changes.map(({ order_id: id }) => id)))
  tell('a', 'b', 'c')
  tell('d')
  // something else of the account is no change of an order
  takePrivate([])
  expect(heard).toEqual([['a', 'b', 'c'], ['d']])
  stop()
  tell('e')
  expect(heard).toHaveLength(2)
})
