import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { hexOf } from '@truemark/core/codec/hex'
import { consistencyRanges, foldRange, logLeaf, logNode, rangePlaces } from '@truemark/core/proof/log'
import { headText } from '@truemark/protocol/evidence/verify'
import type { SignedRotation } from '@truemark/protocol/evidence/keyChain'
import type { LiabilityEpoch } from '@truemark/protocol/routes/liabilities'
import { expect, it } from 'vitest'
import { type Memory, readMemory, remember, type Told } from './memory.ts'
import { isSignedBy } from './proof.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function keyPair(): { readonly key: KeyObject; readonly hex: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { key: privateKey, hex: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex') }
}
const [first, other] = [keyPair(), keyPair()]

/** The hash over entries from `level` and `index` on, as the log keeps its nodes. */
function nodeAt(entries: readonly string[], level: number, index: number): Uint8Array {
  if (level === 0) return logLeaf(sha256, Buffer.from(entries[index] ?? ''))
  return logNode(sha256, nodeAt(entries, level - 1, 2 * index), nodeAt(entries, level - 1, 2 * index + 1))
}
const rangeHash = (entries: readonly string[], range: { start: number; end: number }) =>
  foldRange(
    sha256,
    rangePlaces(range).map(({ level, index }) => nodeAt(entries, level, index)),
  )

/** A server whose log holds `entries` and whose proofs are of `owed`, each the digest of the one before. */
function server(
  entries: readonly string[],
  owed: readonly string[],
  signer = first,
  rotations: SignedRotation[] = [],
): Told {
  const signed = (head: string) => ({ head, signature: sign(null, Buffer.from(head), signer.key).toString('hex') })
  const epochs: LiabilityEpoch[] = []
  for (const [place, mark] of owed.entries()) {
    const previous = epochs.at(-1)?.digest ?? '0'.repeat(64)
    const head = JSON.stringify({
      epoch: place + 1,
      time: place,
      asked: false,
      previous,
      journal: { seq: place, digest: mark },
      trees: [],
    })
    const digest = createHash('sha256').update(head).digest('hex')
    const told = { epoch: place + 1, time: place, seq: place, digest, asked: false, kept: true, trees: [] }
    epochs.push({ ...told, ...signed(head) })
  }
  return {
    sha256,
    isSignedBy,
    rotations: async () => rotations,
    log: async () => {
      if (entries.length === 0) return null
      const root = hexOf(rangeHash(entries, { start: 0, end: entries.length }))
      return { key: signer.hex, ...signed(headText({ size: entries.length, time: entries.length, root })) }
    },
    growth: async (from, to) =>
      consistencyRanges(from, to).map((range) => hexOf(rangeHash(entries.slice(0, to), range))),
    owed: async () => ({ key: signer.hex, epochs: epochs.toReversed(), whole: true }),
  }
}

const entries = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const owed = ['1', '2', '3']

async function kept(): Promise<Memory> {
  return remember(null, server(entries.slice(0, 5), owed.slice(0, 2)), 100)
}

it('keeps the newest heads, and follows logs that only grow', async () => {
  const memory = await kept()
  expect(memory).toMatchObject({ since: 100, looked: 100, broken: null, heads: { owed: { epoch: 2 } } })
  const later = await remember(memory, server(entries, owed), 200)
  expect(later).toMatchObject({ since: 100, looked: 200, broken: null, heads: { owed: { epoch: 3 } } })
  expect(await remember(later, server(entries, owed), 300)).toMatchObject({ looked: 300, broken: null })
  expect(readMemory(JSON.stringify(later))).toEqual(later)
})

it.each([
  ['log', server(['a', 'B', 'c', 'd', 'e', 'f', 'g'], owed)],
  ['log', server(['a', 'B', 'c', 'd', 'e'], owed)],
  ['log', server(['a', 'b', 'c', 'd'], owed)],
  ['log', server([], owed)],
  ['log', { ...server(entries, owed), growth: async () => null }],
  ['owed', server(entries, ['1', 'x', '3'])],
  ['owed', server(entries, ['x', '2', '3'])],
  ['owed', server(entries, ['1'])],
  ['owed', server(entries, [])],
  ['key', server(entries, owed, other)],
  [
    'signature',
    { ...server(entries, owed), log: async () => ({ ...(await server(entries, owed).log()), key: other.hex }) },
  ],
] as const)('notices a past that was rewritten: %s', async (what, told) => {
  const memory = await kept()
  const after = await remember(memory, { ...told, log: told.log as Told['log'] }, 200)
  expect(after.broken?.what).toBe(what)
  expect(after.heads).toEqual(memory.heads)
  // it stays until its reader lets go of it
  expect(await remember(after, server(entries, owed), 300)).toEqual(after)
})

/** A rotation from one key to another while the logs held so many entries and proofs. */
function rotation(from: ReturnType<typeof keyPair>, to: ReturnType<typeof keyPair>, size: number, epoch: number) {
  const none = '0'.repeat(64)
  const all = (hex: string) => ({ evidence: hex, liabilities: hex, receipts: hex })
  const statement = JSON.stringify({
    version: 1,
    statement: 'key rotation',
    generation: 2,
    time: 150,
    from: all(from.hex),
    to: all(to.hex),
    journal: { seq: 1, digest: none },
    evidence: { size, root: none },
    liabilities: { epoch, digest: none },
  })
  const by = (pair: ReturnType<typeof keyPair>) => all(sign(null, Buffer.from(statement), pair.key).toString('hex'))
  return { statement, signatures: { from: by(from), to: by(to) } }
}

it('follows from key to key by statements that both signed, and never back', async () => {
  const memory = await kept()
  const handed = rotation(first, other, 5, 2)
  const later = await remember(memory, server(entries, owed, other, [handed]), 200)
  expect(later).toMatchObject({ broken: null, heads: { log: { key: other.hex }, owed: { key: other.hex } } })
  // nothing was logged or proved since: the newest heads are still signed under the key of before
  const same = server(entries.slice(0, 5), owed.slice(0, 2), first, [handed])
  const quiet: Told = {
    ...same,
    log: async () => ({ ...((await same.log()) ?? { head: '', signature: '' }), key: other.hex }),
    owed: async (epoch) => ({ ...(await same.owed(epoch)), key: other.hex }),
  }
  expect((await remember(memory, quiet, 200)).broken).toBeNull()
  // a statement that the old key did not sign, one of other keys, and a thief of the old key
  const unsigned = { ...handed, signatures: { ...handed.signatures, from: handed.signatures.to } }
  for (const told of [
    server(entries, owed, other, [unsigned]),
    server(entries, owed, other, [rotation(keyPair(), other, 5, 2)]),
    server(entries, owed, other, [{ ...handed, statement: '{}' }]),
  ])
    expect((await remember(memory, told, 200)).broken?.what).toBe('key')
  expect((await remember(later, server(entries, owed, first), 300)).broken?.what).toBe('key')
  // under the new key's name, signed with the old one after the hand-over
  const late = server(entries, owed, first, [handed])
  const thief: Told = {
    ...quiet,
    log: async () => ({ ...((await late.log()) ?? { head: '', signature: '' }), key: other.hex }),
  }
  expect((await remember(memory, thief, 200)).broken?.what).toBe('signature')
})

it('replaces nothing by proofs that could not be read back far enough', async () => {
  const memory = await kept()
  const told = server(entries, owed)
  const cut: Told = {
    ...told,
    owed: async (epoch) => {
      const { key, epochs } = await told.owed(epoch)
      return { key, epochs: epochs.slice(0, 1), whole: false }
    },
  }
  const after = await remember(memory, cut, 200)
  expect(after.broken).toBeNull()
  expect(after.heads.owed).toEqual(memory.heads.owed)
  expect(after.heads.log).not.toEqual(memory.heads.log)
})

it('takes nothing for a memory that it did not write', () => {
  for (const text of [
    null,
    '',
    '{',
    '{}',
    '{"heads":{}}',
    '[]',
    '{"heads":{"log":1,"owed":null},"since":1,"looked":1,"broken":null}',
  ])
    expect(readMemory(text)).toBeNull()
})
