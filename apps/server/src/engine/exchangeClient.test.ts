import { answerCodec, rejectionCodec } from '@truemark/core/answer'
import { encode } from '@truemark/core/codec/codec'
import { expect, it } from 'vitest'
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
