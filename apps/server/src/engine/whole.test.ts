import { answerCodec, queryCodec, replyCodec } from '@truemark/core/answer'
import { btcTerms } from '@truemark/core/testing/exchangeFixture'
import { decode, encode } from '@truemark/core/codec/codec'
import { type Command, envelopeCodec } from '@truemark/core/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../platform/postgres/testDatabase.ts'
import type { Source } from './intake.ts'
import { type Whole, startWhole } from './testing/whole.ts'

const house: Source = { kind: 'house' }
let test: TestDatabase
let whole: Whole
const problems: string[] = []

beforeAll(async () => {
  test = await createTestDatabase()
  whole = await startWhole(test.url, (sentence) => problems.push(sentence))
})
afterAll(async () => {
  await whole.close()
  expect(problems).toEqual([])
  await test.drop()
})

async function run(command: Command): Promise<string> {
  const source: Source = 'holder' in command ? { kind: 'holder', holder: command.holder, realm: 'demo' } : house
  const reply = await whole.engine.submit(source, encode(envelopeCodec, { key: null, command }))
  if (reply.kind !== 'refused' && source.kind === 'holder') whole.reads.note(source.holder, reply.seq)
  return reply.kind === 'accepted' ? decode(answerCodec, reply.answer).type : reply.kind
}

describe('engine and projector in their threads', () => {
  it('commit what users do and show it to them in the tables, never less than they were told', async () => {
    await run({ type: 'listCurrency', code: 'USDT', scale: 6 })
    await run({ type: 'listCurrency', code: 'BTC', scale: 8 })
    expect(await run({ type: 'listSymbol', terms: btcTerms })).toBe('listed')
    // The projector comes up by itself; from then on it keeps up within a reader's patience.
    expect(await whole.watermark.waitFor(3, 20_000)).toBe(true)
    for (let holder = 32; holder < 52; holder += 1) {
      await run({ type: 'openHolder', holder, realm: 'demo', country: 'CH' })
      expect(await run({ type: 'transfer', holder, from: 'coin', to: 'contract', amount: 5_000_000n, fault: '' })).toBe(
        'transfer',
      )
      await whole.reads.settled(holder)
      const { rows } = await test.database.query('SELECT posted FROM balance WHERE holder = $1 AND account = 1', [
        holder,
      ])
      expect(rows).toEqual([{ posted: '5000000' }])
    }
    const ask = encode(queryCodec, { type: 'sums' })
    const reply = await whole.engine.query(house, ask)
    const sums = reply.kind === 'accepted' ? decode(replyCodec, reply.answer) : null
    expect(sums?.type === 'sums' && sums.sums.every((sum) => sum.posted === 0n)).toBe(true)
  })

  it('tell the watermark also to those who began to listen later', async () => {
    const { seq } = whole.watermark.projected
    expect(await whole.watermark.waitFor(seq, 100)).toBe(true)
    expect(await whole.watermark.waitFor(seq + 1_000, 100)).toBe(false)
  })
})
