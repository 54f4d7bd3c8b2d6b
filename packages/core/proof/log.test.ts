import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Sha256 } from './liabilities.ts'
import {
  type LogRange,
  consistencyRanges,
  foldRange,
  inclusionRanges,
  isConsistent,
  logLeaf,
  logNode,
  rangePlaces,
  rootByInclusion,
} from './log.ts'

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest()
const entryAt = (index: number) => logLeaf(sha256, Buffer.from(`entry ${index}`))

/** The hash of a range, straight from the definition. */
function rootOf(start: number, end: number): Uint8Array {
  if (end - start === 1) return entryAt(start)
  let split = 1
  while (2 * split < end - start) split *= 2
  return logNode(sha256, rootOf(start, start + split), rootOf(start + split, end))
}

const hashOf = ({ start, end }: LogRange) => rootOf(start, end)
const sizes = fc
  .tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 70 }))
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))

function consistent({ from, to }: { from: number; to: number }, path: readonly Uint8Array[]): boolean {
  return isConsistent(sha256, { from, fromRoot: rootOf(0, from), to, toRoot: rootOf(0, to), path })
}

it('reads the root of any size off nodes that never change', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (size) => {
      const nodes = rangePlaces({ start: 0, end: size }).map(({ level, index }) => {
        return rootOf(index * 2 ** level, (index + 1) * 2 ** level)
      })
      expect(Buffer.from(foldRange(sha256, nodes))).toEqual(Buffer.from(rootOf(0, size)))
    }),
  )
  expect(() => foldRange(sha256, [])).toThrow(RangeError)
})

it('leads from each entry to the root, and from no other place, entry or path', () => {
  for (let size = 1; size <= 33; size += 1) {
    const root = Buffer.from(rootOf(0, size))
    for (let index = 0; index < size; index += 1) {
      const path = inclusionRanges(index, size).map(hashOf)
      const inclusion = { leaf: entryAt(index), index, size, path }
      expect(rootByInclusion(sha256, inclusion)).toEqual(root)
      expect(rootByInclusion(sha256, { ...inclusion, leaf: entryAt(size) })).not.toEqual(root)
      expect(rootByInclusion(sha256, { ...inclusion, path: [...path, root] })).toBeNull()
      const other = (index + 1) % size
      if (size > 1) expect(rootByInclusion(sha256, { ...inclusion, index: other })).not.toEqual(root)
      if (path.length > 1) expect(rootByInclusion(sha256, { ...inclusion, path: path.toReversed() })).not.toEqual(root)
    }
  }
  expect(rootByInclusion(sha256, { leaf: entryAt(0), index: 3, size: 3, path: [] })).toBeNull()
})

it('shows of two heads that the log has only grown, and never of two that do not follow', () => {
  fc.assert(
    fc.property(sizes, ({ from, to }) => {
      const path = consistencyRanges(from, to).map(hashOf)
      expect(consistent({ from, to }, path)).toBe(true)
      if (path.length === 0) return
      expect(consistent({ from, to }, path.slice(1))).toBe(false)
      expect(consistent({ from, to }, [...path.slice(0, -1), entryAt(999)])).toBe(false)
      const told = { from, to, path, toRoot: rootOf(0, to) }
      expect(isConsistent(sha256, { ...told, fromRoot: entryAt(999) })).toBe(false)
      expect(isConsistent(sha256, { ...told, fromRoot: rootOf(0, from), toRoot: entryAt(999) })).toBe(false)
    }),
  )
  expect(consistent({ from: 5, to: 5 }, [])).toBe(true)
  expect(isConsistent(sha256, { from: 0, fromRoot: entryAt(0), to: 1, toRoot: entryAt(0), path: [] })).toBe(false)
})
