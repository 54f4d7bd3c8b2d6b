import { createHash, sign } from 'node:crypto'
import {
  type Receipt,
  type ToldRow,
  isGiven,
  readReceiptRow,
  receipt,
  receiptFault,
} from '@truemark/protocol/evidence/receipt'
import { contractRoutes } from '@truemark/protocol/routes/contract'
import { perpetualRoutes } from '@truemark/protocol/routes/perpetual'
import { receiptRoutes } from '@truemark/protocol/routes/receipts'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { spotRoutes } from '@truemark/protocol/routes/spot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { joinFrames, splitFrames } from '../engine/frames.ts'
import { readRowsAt } from '../engine/journalReader.ts'
import { type ChainEnd, type JournalRow, chainRow, chainStart } from '../engine/journalRow.ts'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import { SigningKeys, rotated } from '../platform/keys/signing.ts'
import { keyNow } from '../testing/keys.ts'
import type { CallOptions } from '../testing/liveCalls.ts'
import { type LiveServer, startLiveServer } from '../testing/liveServer.ts'
import { derivativeDemo } from '../testing/trader.ts'
import { checkReceipts } from './receiptsCheck.ts'

let server: LiveServer
let ann: string
let bob: string
beforeAll(async () => {
  server = await startLiveServer()
  await server.tick(1_000_000)
  ann = await derivativeDemo(server)
  bob = await derivativeDemo(server)
}, 120_000)
afterAll(() => server.stop())

const spotBody = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '9000', quantity: '0.01' } as const

async function receiptOf(route: RouteDefinition, options: CallOptions): Promise<Receipt | null> {
  const answer = await (await server.raw(route, options)).json()
  return z.parse(z.object({ receipt: z.optional(receipt) }), answer).receipt ?? null
}

async function given(route: RouteDefinition, options: CallOptions): Promise<Receipt> {
  const found = await receiptOf(route, options)
  if (found === null) throw new Error(`${route.path} gave no receipt`)
  return found
}

const cryptography = {
  sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest(),
  isSignedBy: async (key: string, signature: string, text: string) => isSignedByKey(key, signature, text),
}

const isGenuine = (one: Receipt, signing = server.keys.signing) =>
  isGiven(one, { spans: signing.spans('receipts'), holds: true }, cryptography)

async function told(token: string, one: Receipt): Promise<ToldRow | undefined> {
  const rows = String(readReceiptRow(one.row)?.seq)
  return (await server.ok(receiptRoutes.ownRows, { token, query: { rows } }))[0]
}

const faultFor = async (token: string, one: Receipt) => receiptFault(one, await told(token, one))

async function saved(receipts: readonly Receipt[], { signing } = server.keys) {
  const said: string[] = []
  const file = { version: 1, key: signing.key('receipts').publicHex, rotations: signing.rotations, receipts }
  const own = { key: null, keysFile: null }
  const read = (seqs: ReadonlySet<number>) => readRowsAt(server.database, [...seqs])
  const code = await checkReceipts(read, JSON.stringify(file), own, (sentence) => said.push(sentence))
  return { code, said }
}

describe('an acknowledgement', () => {
  it('bears a receipt that the journal bears out, for every deed of a holder', async () => {
    const placed = await server.raw(spotRoutes.spotOrderPlace, { token: ann, key: keyNow(), body: spotBody })
    const answer = z.parse(z.object({ data: z.object({ order_id: z.string() }), receipt }), await placed.json())
    const params = { id: answer.data.order_id }
    const ticket = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1', multiple: 10 } as const
    const position = { symbol: 'BTCUSDT', side: 'buy', type: 'market', lots: '1' } as const
    const receipts = [
      answer.receipt,
      await given(spotRoutes.spotOrderCancel, { token: ann, key: keyNow(), params }),
      await given(contractRoutes.contractOrderPlace, { token: ann, key: keyNow(), body: ticket }),
      await given(perpetualRoutes.perpetualOrderPlace, { token: ann, key: keyNow(), body: position }),
    ]
    for (const one of receipts) {
      expect(await isGenuine(one)).toBe(true)
      expect(one).toMatchObject({ account: receipts[0]?.account, realm: 'demo' })
      expect(await faultFor(ann, one)).toBeNull()
      // nobody else is told of it
      expect((await told(bob, one))?.commands).toEqual([])
    }
    expect(new Set(receipts.map(({ command }) => command)).size).toBe(4)
    const { code, said } = await saved(receipts)
    expect(said).toEqual([`The 4 receipts verify, under ${server.keys.signing.key('receipts').publicHex}.`])
    expect(code).toBe(0)
  })

  it('bears none where nothing was written: a refusal, and a question', async () => {
    const body = { ...spotBody, quantity: '1000000' }
    expect(await receiptOf(spotRoutes.spotOrderPlace, { token: ann, key: keyNow(), body })).toBeNull()
    expect(await receiptOf(spotRoutes.spotOrders, { token: ann })).toBeNull()
  })

  it('bears the same receipt when it is given again, among others of its row', async () => {
    const keys = Array.from({ length: 20 }, () => keyNow())
    const place = async (at: number, key: string) => {
      return given(spotRoutes.spotOrderPlace, { token: at % 2 === 0 ? ann : bob, key, body: spotBody })
    }
    const first = await Promise.all(keys.map((key, at) => place(at, key)))
    const again = await Promise.all(keys.map((key, at) => place(at, key)))
    expect(again).toEqual(first)
    // where it is not kept what a tree was of, another tree over the same row says the same
    await server.database.query('DELETE FROM receipt_row')
    for (const [at, key] of keys.slice(0, 4).entries()) {
      const other = await place(at, key)
      const { place: where, command, account, row } = first[at] ?? other
      expect(other).toMatchObject({ place: where, command, account, index: 0, path: [] })
      expect(readReceiptRow(other.row)?.digest).toBe(readReceiptRow(row)?.digest)
      expect(await isGenuine(other)).toBe(true)
      expect(await faultFor(at % 2 === 0 ? ann : bob, other)).toBeNull()
    }
    const reused = { token: ann, key: keys[0] ?? '', body: { ...spotBody, price: '8000' } }
    expect(await receiptOf(spotRoutes.spotOrderPlace, reused)).toBeNull()
  })

  it('is signed once for all of a row, and leads each to its own command', async () => {
    const place = (token: string) => given(spotRoutes.spotOrderPlace, { token, key: keyNow(), body: spotBody })
    const receipts = await Promise.all(Array.from({ length: 40 }, (_, at) => place(at % 2 === 0 ? ann : bob)))
    const rows = new Set(receipts.map(({ row }) => row))
    expect(rows.size).toBeLessThan(40)
    const nonces = new Set(receipts.map(({ nonce }) => nonce))
    expect(nonces.size).toBe(40)
    for (const [at, one] of receipts.entries()) {
      expect(await isGenuine(one)).toBe(true)
      expect(await faultFor(at % 2 === 0 ? ann : bob, one)).toBeNull()
      const other = receipts[(at + 1) % 40] ?? one
      for (const bent of [
        { ...one, command: other.command.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
        { ...one, account: other.account },
        { ...one, place: one.place + 1 },
        { ...one, realm: 'real' as const },
        { ...one, signature: one.signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
      ])
        expect(await isGenuine(bent)).toBe(false)
    }
  })
})

/** The journal as an administrator of the database has rewritten it, hashed anew from there on; put back afterwards. */
async function whileRewritten(change: (rows: JournalRow[]) => JournalRow[], look: () => Promise<void>): Promise<void> {
  const { database } = server
  const { rows } = await database.query<JournalRow & { seq: string; time: string }>(
    'SELECT * FROM journal ORDER BY seq',
  )
  const before = rows.map((row) => ({ ...row, seq: Number(row.seq), time: Number(row.time) }))
  const write = (all: readonly JournalRow[]) =>
    database.transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica')
      await client.query('DELETE FROM journal')
      for (const { seq, epoch, time, format, commands, events, previous, digest } of all)
        await client.query(
          'INSERT INTO journal (seq, epoch, time, format, commands, events, previous, digest) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
          [seq, epoch, time, format, commands, events, previous, digest],
        )
    })
  const after: JournalRow[] = []
  let end: ChainEnd = chainStart
  for (const row of change(before)) {
    const next = chainRow(end, row)
    after.push(next)
    end = next
  }
  await write(after)
  try {
    await look()
  } finally {
    await write(before)
  }
}

describe('an administrator of the database', () => {
  let own: Receipt
  let others: Receipt
  let seq = 0
  beforeAll(async () => {
    own = await given(spotRoutes.spotOrderPlace, { token: ann, key: keyNow(), body: spotBody })
    others = await given(spotRoutes.spotOrderPlace, { token: bob, key: keyNow(), body: { ...spotBody, price: '8000' } })
    seq = readReceiptRow(own.row)?.seq ?? 0
  })

  it('cannot cut the journal below a receipt', async () => {
    await whileRewritten(
      (rows) => rows.filter((row) => row.seq < seq),
      async () => {
        expect(await faultFor(ann, own)).toBe('gone')
        expect((await saved([own])).said[0]).toMatch(/: the journal does not have the row\.$/)
      },
    )
    expect(await faultFor(ann, own)).toBeNull()
  })

  it('cannot write a command anew, nor leave the digest as it was', async () => {
    const bent = (commands: Uint8Array): Uint8Array => {
      const frames = splitFrames(commands).map((frame) => Buffer.from(frame))
      const frame = frames[own.place]
      const last = (frame?.length ?? 1) - 1
      if (frame !== undefined) frame[last] = (frame[last] ?? 0) ^ 1
      return joinFrames(frames)
    }
    const rewritten = (rows: JournalRow[]) =>
      rows.map((row) => (row.seq === seq ? { ...row, commands: bent(row.commands) } : row))
    await whileRewritten(rewritten, async () => {
      expect(await faultFor(ann, own)).toBe('row')
      expect(await saved([own])).toMatchObject({
        code: 1,
        said: [expect.stringContaining('another digest'), expect.anything()],
      })
    })
    const { database } = server
    const { rows } = await database.query<{ commands: Buffer }>('SELECT commands FROM journal WHERE seq = $1', [seq])
    const kept = rows[0]?.commands ?? Buffer.alloc(0)
    const put = (commands: Uint8Array) =>
      database.transaction(async (client) => {
        await client.query('SET LOCAL session_replication_role = replica')
        await client.query('UPDATE journal SET commands = $2 WHERE seq = $1', [seq, commands])
      })
    await put(bent(kept))
    expect(await faultFor(ann, own)).toBe('command')
    expect((await saved([own])).said[0]).toMatch(/: the command is not at its place in the row\.$/)
    await put(kept)
    expect(await faultFor(ann, own)).toBeNull()
  })

  it('cannot give one person’s row to another', async () => {
    const second = readReceiptRow(others.row)?.seq ?? 0
    const swapped = (rows: JournalRow[]) =>
      rows.map((row) => {
        const from = row.seq === seq ? second : row.seq === second ? seq : 0
        return rows.find((one) => one.seq === from) === undefined
          ? row
          : { ...row, commands: rows[from - 1]?.commands ?? row.commands, events: rows[from - 1]?.events ?? row.events }
      })
    await whileRewritten(swapped, async () => {
      expect(await faultFor(ann, own)).toBe('row')
      expect(await faultFor(bob, others)).toBe('row')
      expect((await told(ann, own))?.commands).toEqual([])
      expect((await saved([own, others])).said.at(-1)).toBe('2 of 2 receipts do not hold.')
    })
  })

  it('cannot sign a receipt with an old key, nor with one of their own', async () => {
    const { keys } = server
    const next = { generation: 2, made: 1, origin: 'drawn', secret: Buffer.alloc(32, 5) } as const
    const end = { seq: seq - 1, digest: '0'.repeat(64) }
    const none = { time: 1, evidence: { size: 0, root: end.digest }, liabilities: { epoch: 0, digest: end.digest } }
    const signing = rotated(keys.signing, next, { ...none, journal: end })
    // rotated before the row: the old key may not have signed it
    expect(await isGenuine(own, signing)).toBe(false)
    expect(await saved([own], { ...keys, signing })).toMatchObject({
      code: 1,
      said: [expect.stringContaining('key of its time'), expect.anything()],
    })
    // rotated after it: it stays good, and the new key can't have signed it
    const later = rotated(keys.signing, next, { ...none, journal: { ...end, seq } })
    expect(await isGenuine(own, later)).toBe(true)
    expect((await saved([own], { ...keys, signing: later })).said[0]).toContain('a signed statement leads from it to')
    const anew = sign(null, Buffer.from(own.row), later.key('receipts').key).toString('hex')
    expect(await isGenuine({ ...own, signature: anew }, later)).toBe(false)
    const foreign = new SigningKeys([{ generation: 1, made: 1, origin: 'drawn', secret: Buffer.alloc(32, 6) }], [])
    const forged = { ...own, signature: sign(null, Buffer.from(own.row), foreign.key('receipts').key).toString('hex') }
    expect(await isGenuine(forged)).toBe(false)
    expect((await saved([own], { ...keys, signing: foreign })).code).toBe(1)
  })
})

it('tells rows to whoever asks by their numbers, and refuses what is no list of numbers', async () => {
  const ask = (rows: string) => server.call(receiptRoutes.ownRows, { token: ann, query: { rows } })
  expect((await ask('1,2,999999')).data?.map(({ seq }) => seq)).toEqual([1, 2])
  for (const rows of ['', '0', '1,', '-1', '1;2', Array.from({ length: 51 }, (_, at) => at + 1).join(',')])
    expect((await ask(rows)).data).toBeNull()
  expect((await saved([])).said).toEqual(['Fails: This is no file of receipts.'])
})
