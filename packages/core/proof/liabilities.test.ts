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

describe('what is hashed', () => {
  // a digest that hides nothing: what is hashed is what comes out
  const bare: Sha256 = (bytes) => bytes
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

  it('of an owner is each part behind its length in two bytes, and the nonce', () => {
    const one = { uid: 'a'.repeat(0x102), epoch: 7, realm: 'real', currency: 'é', nonce: Uint8Array.of(1, 2) }
    const parts = `0102${'61'.repeat(0x102)}` + '000137' + '00047265616c' + '0002c3a9'
    expect(hex(ownerDigest(bare, one))).toBe(`03${parts}0102`)
  })

  it('of a leaf is its owner and its sum in sixteen bytes, and of padding what was drawn', () => {
    const digest: Sha256 = (bytes) => (bytes[0] === 3 ? new Uint8Array(32).fill(0xaa) : bytes)
    const leaf = leafOf(digest, owner(), 2n ** 127n - 0x0102n)
    expect(hex(leaf.hash)).toBe(`00${'aa'.repeat(32)}7f${'ff'.repeat(13)}fefe`)
    expect(leaf.sum).toBe(2n ** 127n - 0x0102n)
    expect(padOf(bare, Uint8Array.of(5, 6))).toEqual({ sum: 0n, hash: Uint8Array.of(2, 5, 6) })
  })

  it('of a node is both sums and both hashes, the left one first', () => {
    const left = { sum: 0x0201n, hash: new Uint8Array(32).fill(0xbb) }
    const right = { sum: 3n, hash: new Uint8Array(32).fill(0xcc) }
    const node = nodeOver(bare, left, right)
    expect(hex(node.hash)).toBe(`01${'00'.repeat(14)}0201${'bb'.repeat(32)}${'00'.repeat(15)}03${'cc'.repeat(32)}`)
    expect(node.sum).toBe(0x0204n)
  })
})

describe('the largest tree', () => {
  const none = { sum: 0n, hash: new Uint8Array(32) }

  /** A leaf at the last place below so many levels of nothing. */
  function tower(depth: number, sum = 1n) {
    const leaf = leafOf(sha256, owner(), sum)
    let root = leaf
    for (let level = 0; level < depth; level += 1) root = nodeOver(sha256, none, root)
    return { leaf, proof: { root, depth, index: 2 ** depth - 1, siblings: Array<SumNode>(depth).fill(none) } }
  }

  it('is forty levels high, and the smallest is a leaf', () => {
    const faults = [0, 40, 41].map((depth) => {
      const { leaf, proof } = tower(depth)
      return inclusionFault(sha256, leaf, proof)
    })
    expect(faults).toEqual([null, null, 'shape'])
    const { leaf, proof } = tower(0)
    expect(inclusionFault(sha256, leaf, { ...proof, index: 1 })).toBe('shape')
    expect(inclusionFault(sha256, leaf, { ...proof, depth: -1 })).toBe('shape')
  })

  it('owes less than 2¹²⁷, the last unit too', () => {
    const most = 2n ** 127n - 1n
    const { leaf, proof } = tower(1, most)
    expect(inclusionFault(sha256, leaf, proof)).toBeNull()
    const one = { ...none, sum: 1n }
    expect(inclusionFault(sha256, leaf, { ...proof, siblings: [one] })).toBe('range')
    expect(() => nodeOver(sha256, leaf, one)).toThrow(RangeError)
    expect(() => nodeOver(sha256, { ...none, sum: 2n ** 127n }, { ...none, sum: -1n })).toThrow(RangeError)
    expect(inclusionFault(sha256, leaf, { ...proof, root: { ...proof.root, sum: 2n ** 127n } })).toBe('range')
    expect(inclusionFault(sha256, { ...leaf, sum: -1n }, proof)).toBe('range')
  })

  it('has hashes of 32 bytes, no more and no less', () => {
    const { leaf, proof } = tower(1)
    for (const hash of [leaf.hash.slice(1), Uint8Array.of(...leaf.hash, 0)]) {
      expect(inclusionFault(sha256, { ...leaf, hash }, proof)).toBe('shape')
      expect(inclusionFault(sha256, leaf, { ...proof, root: { ...proof.root, hash } })).toBe('shape')
    }
    expect(inclusionFault(sha256, leaf, { ...proof, root: { ...proof.root, hash: leaf.hash } })).toBe('root')
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
