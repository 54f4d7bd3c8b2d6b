import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { hexOf } from '@truemark/core/codec/hex'
import { type Receipt, type ToldRow, receiptLeaf, receiptRowText } from '@truemark/protocol/evidence/receipt'
import { expect, it } from 'vitest'
import { isSignedBy } from './proof.ts'
import { type ToldReceipts, compareReceipts, readBroken, readReceipts } from './receipts.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
const account = 'a'.repeat(26)
const own = { account, realm: 'demo' } as const

function receiptFor(seq: number, by = account): Receipt {
  const leaf = {
    account: by,
    realm: 'demo',
    place: 0,
    command: createHash('sha256').update(`command ${seq}`).digest('hex'),
    nonce: '0'.repeat(32),
  } as const
  const digest = createHash('sha256').update(`row ${seq}`).digest('hex')
  const row = receiptRowText({ seq, time: seq, digest, size: 1, root: hexOf(receiptLeaf(sha256, leaf)) })
  const signature = sign(null, Buffer.from(row), privateKey).toString('hex')
  return { row, signature, ...leaf, index: 0, path: [] }
}

function server(change: (rows: ToldRow[]) => ToldRow[] = (rows) => rows): ToldReceipts & { asked: number[] } {
  const asked: number[] = []
  const rowOf = (seq: number): ToldRow => {
    const { command } = receiptFor(seq)
    const digest = createHash('sha256').update(`row ${seq}`).digest('hex')
    return { seq, time: seq, digest, commands: [{ place: 0, digest: command }] }
  }
  return {
    asked,
    sha256,
    isSignedBy,
    keys: async () => ({ key, rotations: [] }),
    rows: async (seqs) => {
      asked.push(seqs.length)
      return change(seqs.map(rowOf))
    },
  }
}

const receipts = Array.from({ length: 120 }, (_, at) => receiptFor(at + 1))

it('finds all that an account’s receipts are of, a page of rows at a time, and asks for nobody else’s', async () => {
  const told = server()
  expect(await compareReceipts([...receipts, receiptFor(500, 'b'.repeat(26))], own, told, 9)).toBeNull()
  expect(told.asked).toEqual([50, 50, 20])
  expect(await compareReceipts(receipts, { ...own, realm: 'real' }, told, 9)).toBeNull()
  expect(told.asked).toHaveLength(3)
})

it.each([
  ['gone', (rows: ToldRow[]) => rows.filter(({ seq }) => seq < 119)],
  ['row', (rows: ToldRow[]) => rows.map((row) => ({ ...row, digest: '0'.repeat(64) }))],
  ['command', (rows: ToldRow[]) => rows.map((row) => ({ ...row, commands: [] }))],
] as const)('notices a journal that lacks what was acknowledged: %s', async (what, change) => {
  const found = await compareReceipts(receipts, own, server(change), 9)
  expect(found).toMatchObject({ what, at: 9 })
  expect(readBroken(JSON.parse(JSON.stringify(found)))).toEqual(found)
})

it('notices a receipt that the server’s keys did not sign', async () => {
  const [first] = receipts
  if (first === undefined) throw new Error('no receipt')
  const bent = { ...first, place: 1 }
  expect((await compareReceipts([bent], own, server(), 9))?.what).toBe('given')
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const told = { ...server(), keys: async () => ({ key: other.toString('hex'), rotations: [] }) }
  expect((await compareReceipts([first], own, told, 9))?.what).toBe('given')
})

it('reads nothing that is no receipt', () => {
  expect(readReceipts([null, {}, 'x', receipts[0], { ...receipts[0], path: 'x' }])).toEqual([receipts[0]])
  expect(readBroken({ what: 'gone' })).toBeNull()
})
