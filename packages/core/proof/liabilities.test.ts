import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Inclusion,
  type LeafOwner,
  type Sha256,
  type SumNode,
  inclusionFault,
  leafOf,
  nodeOver,
  ownerDigest,
  padOf,
} from './liabilities.ts'

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest()

function owner(change: Partial<LeafOwner> = {}): LeafOwner {
  return { uid: 'u1', epoch: 7, realm: 'real', currency: 'USDT', nonce: new Uint8Array(32).fill(9), ...change }
}

/** Every level of a tree over leaves, padded, the leaves first. */
function levelsOf(leaves: readonly SumNode[]): SumNode[][] {
  let width = 1
  while (width < leaves.length) width *= 2
  let level = [...leaves]
  for (let place = leaves.length; place < width; place += 1) level.push(padOf(sha256, Uint8Array.of(place)))
  const levels = [level]
  while (level.length > 1) {
    level = level.flatMap((left, place) => {
      const right = level[place + 1]
      return place % 2 === 0 && right !== undefined ? [nodeOver(sha256, left, right)] : []
    })
    levels.push(level)
  }
  return levels
}

function at<T>(list: readonly T[], place: number): T {
  const found = list[place]
  if (found === undefined) throw new Error('nothing there')
  return found
}

function proofOf(levels: readonly (readonly SumNode[])[], index: number): Inclusion {
  const depth = levels.length - 1
  const siblings = levels.slice(0, depth).map((level, height) => at(level, Math.floor(index / 2 ** height) ^ 1))
  return { root: at(at(levels, depth), 0), depth, index, siblings }
}

const owners = Array.from({ length: 5 }, (_, place) => owner({ uid: `u${place}`, nonce: sha256(Uint8Array.of(place)) }))
const amounts = [100n, 0n, 7n, 2n ** 60n, 1n]
const leaves = owners.map((one, place) => leafOf(sha256, one, at(amounts, place)))
const levels = levelsOf(leaves)

describe('a tree of what is owed', () => {
  it('adds up, and holds each leaf', () => {
    expect(at(at(levels, 3), 0).sum).toBe(amounts.reduce((total, amount) => total + amount, 0n))
    for (const [index, leaf] of leaves.entries()) {
      expect(inclusionFault(sha256, leaf, proofOf(levels, index))).toBeNull()
    }
  })

  it('of any size holds every leaf and nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 2n ** 90n }), { minLength: 1, maxLength: 20 }), (sums) => {
        const all = sums.map((sum, place) => leafOf(sha256, owner({ uid: `p${place}` }), sum))
        const tree = levelsOf(all)
        for (const [index, leaf] of all.entries()) {
          expect(inclusionFault(sha256, leaf, proofOf(tree, index))).toBeNull()
          const more = leafOf(sha256, owner({ uid: `p${index}` }), leaf.sum + 1n)
          expect(inclusionFault(sha256, more, proofOf(tree, index))).toBe('root')
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('an attack on it', () => {
  const proof = proofOf(levels, 2)
  const mine = at(leaves, 2)
  const withSibling = (height: number, change: Partial<SumNode>): Inclusion => ({
    ...proof,
    siblings: proof.siblings.map((node, place) => (place === height ? { ...node, ...change } : node)),
  })

  it('that shrinks a sibling’s sum and the total with it is seen, since a node commits to both sums', () => {
    const smaller = withSibling(0, { sum: 1n })
    expect(inclusionFault(sha256, mine, smaller)).toBe('root')
    const root = { ...proof.root, sum: proof.root.sum - 5n }
    expect(inclusionFault(sha256, mine, { ...proof, root })).toBe('root')
    expect(inclusionFault(sha256, mine, { ...smaller, root })).toBe('root')
  })

  it('that lowers the total by a negative leaf is out of range', () => {
    expect(inclusionFault(sha256, mine, withSibling(0, { sum: -5n }))).toBe('range')
    expect(() => leafOf(sha256, owner(), -1n)).toThrow(RangeError)
    const debt = { sum: -5n, hash: mine.hash }
    expect(() => nodeOver(sha256, mine, debt)).toThrow(RangeError)
  })

  it('that gives two people of one balance the same leaf is seen by one of them', () => {
    const twin = leafOf(sha256, owner({ uid: 'another', nonce: at(owners, 2).nonce }), mine.sum)
    expect(inclusionFault(sha256, twin, proof)).toBe('root')
    for (const change of [{ epoch: 8 }, { realm: 'demo' }, { currency: 'BTC' }, { nonce: new Uint8Array(32) }]) {
      const other = leafOf(sha256, { ...at(owners, 2), ...change }, mine.sum)
      expect(inclusionFault(sha256, other, proof)).toBe('root')
    }
  })

  it('that runs one part of an owner into the next finds other bytes', () => {
    const one = ownerDigest(sha256, owner({ uid: 'ab', currency: 'c' }))
    const other = ownerDigest(sha256, owner({ uid: 'a', currency: 'bc' }))
    expect(Buffer.compare(one, other)).not.toBe(0)
  })

  it('that shows another balance than the leaf’s is seen, since the verifier makes the leaf', () => {
    const claimed = leafOf(sha256, at(owners, 2), mine.sum - 1n)
    expect(inclusionFault(sha256, claimed, proof)).toBe('root')
  })

  it('that overflows a sum is out of range', () => {
    expect(inclusionFault(sha256, mine, withSibling(1, { sum: 2n ** 127n }))).toBe('range')
    expect(inclusionFault(sha256, mine, withSibling(1, { sum: 2n ** 127n - 1n }))).toBe('range')
    expect(() => leafOf(sha256, owner(), 2n ** 127n)).toThrow(RangeError)
  })

  it('that passes a leaf off as a node, or padding as a leaf, has the wrong tag', () => {
    const inner = at(at(levels, 1), 0)
    expect(inclusionFault(sha256, inner, proof)).toBe('root')
    const pad = padOf(sha256, new Uint8Array(48))
    const leaf = leafOf(sha256, owner(), 0n)
    expect(Buffer.compare(pad.hash, leaf.hash)).not.toBe(0)
  })

  it('that bends the shape of a path is refused', () => {
    for (const change of [
      { depth: 2 },
      { depth: 41 },
      { index: 8 },
      { index: -1 },
      { index: 0.5 },
      { siblings: [] },
      { siblings: [...proof.siblings.slice(1), { sum: 0n, hash: new Uint8Array(31) }] },
    ]) {
      expect(inclusionFault(sha256, mine, { ...proof, ...change })).toBe('shape')
    }
    expect(inclusionFault(sha256, mine, { ...proof, index: 3 })).toBe('root')
  })

  it('that leaves somebody out is seen by them: no path leads from their leaf to the root', () => {
    const without = levelsOf(leaves.filter((_, place) => place !== 2))
    for (let index = 0; index < 4; index += 1) {
      expect(inclusionFault(sha256, mine, proofOf(without, index))).toBe('root')
    }
  })
})
