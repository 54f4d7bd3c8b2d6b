import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { bytesOf, hexOf } from '@truemark/core/codec/hex'
import { leafOf, nodeOver, type Sha256 } from '@truemark/core/proof/liabilities'
import type { LiabilityEpoch } from '@truemark/protocol/routes/liabilities'
import { expect, it } from 'vitest'
import { isHeadTrue, isSigned, walk } from './proof.ts'

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest()
const nonce = sha256(Uint8Array.of(1))
const own = { uid: 'me', epoch: 3, realm: 'demo', currency: 'USDT', nonce }
const mine = leafOf(sha256, own, 2_500_000n)
const other = leafOf(sha256, { ...own, uid: 'you' }, 1_500_000n)
const root = nodeOver(sha256, other, mine)
const tree = { realm: 'demo', currency: 'USDT', scale: 6, sum: '4000000', root: hexOf(root.hash), depth: 1 } as const
const leaf = { currency: 'USDT', scale: 6, index: 1, amount: '2.5', units: '2500000', nonce: hexOf(nonce) }
const siblings = [{ sum: '1500000', hash: hexOf(other.hash) }]

it('walks from one’s own leaf to the published root', () => {
  const { fault, steps } = walk({ epoch: 3, uid: 'me', leaf, tree, siblings })
  expect(fault).toBeNull()
  expect(steps.map(({ sum }) => sum)).toEqual(['2.5', '4'])
  expect(steps[1]?.hash).toBe(tree.root)
})

it('does not arrive there with another balance, another name or another root', () => {
  const proof = { epoch: 3, uid: 'me', leaf, tree, siblings }
  expect(walk({ ...proof, uid: 'you' }).fault).toBe('root')
  expect(walk({ ...proof, leaf: { ...leaf, units: '2500001' } }).fault).toBe('root')
  expect(walk({ ...proof, tree: { ...tree, sum: '3999999' } }).fault).toBe('root')
  expect(walk({ ...proof, siblings: [] }).fault).toBe('shape')
})

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const head = JSON.stringify({
  version: 1,
  epoch: 3,
  time: 5,
  journal: { seq: 9, digest: '00' },
  previous: '11',
  trees: [tree],
})
const epoch: LiabilityEpoch = {
  asked: false,
  epoch: 3,
  time: 5,
  seq: 9,
  head,
  digest: createHash('sha256').update(head).digest('hex'),
  signature: sign(null, Buffer.from(head), privateKey).toString('hex'),
  trees: [tree],
  kept: true,
}

it('reads what a head says, and sees where it says another thing than is told', () => {
  expect(isHeadTrue(epoch)).toBe(true)
  expect(isHeadTrue({ ...epoch, trees: [{ ...tree, sum: '1' }] })).toBe(false)
  expect(isHeadTrue({ ...epoch, digest: '0'.repeat(64) })).toBe(false)
  expect(isHeadTrue({ ...epoch, head: '{' })).toBe(false)
})

it('checks the signature under the published key', async () => {
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  expect(await isSigned(epoch, key, [])).toBe(true)
  expect(await isSigned({ ...epoch, head: `${head} ` }, key, [])).toBe(false)
  expect(hexOf(bytesOf('00ff10'))).toBe('00ff10')
})
