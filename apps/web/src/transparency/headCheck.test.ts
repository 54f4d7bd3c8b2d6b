import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { headBlock } from '@truemark/protocol/evidence/headMail'
import { headText } from '@truemark/protocol/evidence/verify'
import { expect, it } from 'vitest'
import { type ShownToday, checkHeads } from './headCheck.ts'
import { isSignedBy } from './proof.ts'

const digest = (mark: string) => createHash('sha256').update(mark).digest('hex')
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')

const shown: ShownToday = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  isSignedBy,
  keys: async () => ({ newest: key, rotations: [] }),
  row: async (seq) => (seq > 20 ? null : digest(`row ${seq}`)),
  log: async () => headText({ size: 5, time: 9, root: digest('log 5') }),
  growth: async () => null,
  proof: async (epoch) => digest(`proof ${epoch}`),
}

function mailed(seq: number, entries: number, epoch: number): string {
  const statement = JSON.stringify({
    version: 1,
    statement: 'heads',
    time: 8,
    journal: { seq, digest: digest(`row ${seq}`) },
    evidence: { size: entries, root: digest(`log ${entries}`) },
    liabilities: { epoch, digest: digest(`proof ${epoch}`) },
  })
  return headBlock({ statement, signature: sign(null, Buffer.from(statement), privateKey).toString('hex') }, key)
}

async function found(text: string): Promise<Record<string, boolean | null>> {
  const [head] = await checkHeads(text, shown)
  return Object.fromEntries(head?.findings.map(({ name, holds }) => [name, holds]) ?? [])
}

it('finds that what is shown today follows from a head that somebody holds', async () => {
  expect(await found(`Hello\n${mailed(12, 5, 3)}`)).toEqual({ signed: true, row: true, log: true, owed: true })
  // where nothing was there yet, there is nothing to compare
  expect(await found(mailed(12, 0, 0))).toEqual({ signed: true, row: true })
  expect(await checkHeads('no head', shown)).toEqual([])
})

it('finds a journal that was cut or written anew, a log that does not follow, and another proof', async () => {
  expect(await found(mailed(21, 5, 3))).toMatchObject({ signed: true, row: false })
  const other = { ...shown, row: async () => digest('another'), proof: async () => null }
  const [head] = await checkHeads(mailed(12, 6, 3), other)
  expect(head?.findings).toEqual([
    { name: 'signed', holds: true },
    { name: 'row', holds: false },
    { name: 'log', holds: false },
    { name: 'owed', holds: false },
  ])
  expect(await found(mailed(12, 4, 3))).toMatchObject({ log: false })
})

it('compares nothing with what is not signed under a published key', async () => {
  expect(await found(mailed(12, 5, 3).replace('\\"seq\\":12', '\\"seq\\":13'))).toEqual({ signed: false })
})
