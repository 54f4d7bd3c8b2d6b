import { answerCodec, rejectionCodec } from '@truemark/core/answer'
import { encode } from '@truemark/core/codec/codec'
import { expect, it } from 'vitest'
import { isReplayed } from '../platform/replayed.ts'
import { createExchange, house } from './exchangeClient.ts'
import type { Reply } from './reply.ts'

const answer = encode(answerCodec, { type: 'done' })
const rejection = encode(rejectionCodec, { reason: 'order_unknown', detail: [] })

it('notes what a holder was told of each command that names them, done or refused, and of no other', async () => {
  const replies: Reply[] = [
    { kind: 'accepted', answer, seq: 4 },
    { kind: 'rejected', rejection, seq: 5 },
    { kind: 'refused', reason: 'server_busy' },
    { kind: 'accepted', answer, seq: 6 },
  ]
  const next = async (): Promise<Reply> => replies.shift() ?? { kind: 'refused', reason: 'engine_stopping' }
  const noted: [number, number][] = []
  const reads = { note: (holder: number, seq: number) => void noted.push([holder, seq]) }
  const exchange = createExchange({ submit: next, query: next }, async () => null, { reads })
  const source = { kind: 'holder', holder: 32, realm: 'demo' } as const
  const cancel = { type: 'cancelSpotOrder', holder: 32, order: 1 } as const
  expect((await exchange.command(source, cancel)).ok).toBe(true)
  expect((await exchange.command(source, cancel)).ok).toBe(false)
  expect((await exchange.command(source, cancel)).ok).toBe(false)
  expect((await exchange.command(house, { type: 'settleDemo' })).ok).toBe(true)
  expect(noted).toEqual([
    [32, 4],
    [32, 5],
  ])
})

it('marks whose command had been done before: by the engine’s memory, or by the table that knows older keys', async () => {
  const kept = { time: 1, row: new Uint8Array(32), place: 0, command: new Uint8Array(32) }
  const expired = encode(rejectionCodec, { reason: 'key_expired', detail: [{ name: 'at', value: '5' }] })
  const key = { route: 'POST /x', id: 'a'.repeat(32), digest: 'b'.repeat(64) }
  const cancel = { type: 'cancelSpotOrder', holder: 32, order: 1 } as const
  const ask = async (replies: Reply[], used: { digest: string; answer: Uint8Array } | null, times = 1) => {
    const next = async (): Promise<Reply> => replies.shift() ?? { kind: 'refused', reason: 'engine_stopping' }
    const exchange = createExchange({ submit: next, query: next }, async () => used)
    const asker = {}
    const source = { kind: 'holder', holder: 32, realm: 'demo', asker } as const
    for (let time = 0; time < times; time += 1) {
      expect((await exchange.command(source, cancel, key)).ok).toBe(true)
    }
    return isReplayed(asker)
  }
  const done = { kind: 'accepted', answer, seq: 4, kept } as const
  const before = { kind: 'accepted', answer, seq: 4 } as const
  const old = { kind: 'rejected', rejection: expired, seq: 4 } as const
  expect(await ask([done], null)).toBe(false)
  expect(await ask([before], null)).toBe(true)
  expect(await ask([old], { digest: key.digest, answer })).toBe(true)
  expect(await ask([old, done], null)).toBe(false)
  // of several something was done now
  expect(await ask([before, done], null, 2)).toBe(false)
  expect(await ask([done, before], null, 2)).toBe(false)
})
