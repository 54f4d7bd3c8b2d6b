import type { Sha256 } from './liabilities.ts'

// A log that only grows, as RFC 6962, section 2, has it: what is hashed begins with what it is, so that an entry never
// passes for a node.
const tag = { leaf: 0, node: 1 } as const
const hashBytes = 32
/** No proof is longer: more entries than can ever be. */
export const logPathMax = 64

/** Some entries one after the other: from `start` on, up to and without `end`. */
export interface LogRange {
  readonly start: number
  readonly end: number
}

/** A node that never changes once it is there: `level` 0 are the entries, each node above stands over two. */
export interface LogPlace {
  readonly level: number
  readonly index: number
}

/** The hash of an entry. */
export function logLeaf(sha256: Sha256, entry: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + entry.length)
  bytes[0] = tag.leaf
  bytes.set(entry, 1)
  return sha256(bytes)
}

/** The hash over two others. */
export function logNode(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + left.length + right.length)
  bytes[0] = tag.node
  bytes.set(left, 1)
  bytes.set(right, 1 + left.length)
  return sha256(bytes)
}

/** The largest power of two below `size` (2 or more). */
function splitOf(size: number): number {
  let split = 1
  while (2 * split < size) split *= 2
  return split
}

/** The whole nodes that a range which begins at a node's edge is made of, from left to right. */
export function rangePlaces({ start, end }: LogRange): LogPlace[] {
  const places: LogPlace[] = []
  let at = start
  while (at < end) {
    let level = 0
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1
    places.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return places
}

/** The hash of a range, of the hashes of its places. Throws a RangeError where there are none. */
export function foldRange(sha256: Sha256, hashes: readonly Uint8Array[]): Uint8Array {
  const folded = hashes.reduceRight<Uint8Array | null>((right, left) => {
    return right === null ? left : logNode(sha256, left, right)
  }, null)
  if (folded === null) throw new RangeError('a range without entries')
  return folded
}

/** The ranges beside the way from an entry to the root of the first `size` entries, the lowest first (2.1.1). */
export function inclusionRanges(index: number, size: number): LogRange[] {
  const ranges: LogRange[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    ranges.unshift(index < middle ? { start: middle, end } : { start, end: middle })
    if (index < middle) end = middle
    else start = middle
  }
  return ranges
}

/** The ranges that show the first `from` entries to be those of the first `to`, in the order of the proof (2.1.2). */
export function consistencyRanges(from: number, to: number): LogRange[] {
  const ranges: LogRange[] = []
  let [start, end] = [0, to]
  while (end !== from) {
    const middle = start + splitOf(end - start)
    ranges.unshift(from <= middle ? { start: middle, end } : { start, end: middle })
    if (from <= middle) end = middle
    else start = middle
  }
  return start === 0 ? ranges : [{ start, end }, ...ranges]
}

export interface LogInclusion {
  readonly leaf: Uint8Array
  readonly index: number
  readonly size: number
  readonly path: readonly Uint8Array[]
}

/** The root that an entry's path leads to; null where the path is not one of this place and size. */
export function rootByInclusion(sha256: Sha256, { leaf, index, size, path }: LogInclusion): Uint8Array | null {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return null
  const ranges = inclusionRanges(index, size)
  if (!isPath(path, ranges.length) || leaf.length !== hashBytes) return null
  return path.reduce((node, beside, place) => {
    const isRight = (ranges[place]?.start ?? 0) > index
    return isRight ? logNode(sha256, node, beside) : logNode(sha256, beside, node)
  }, leaf)
}

export interface LogConsistency {
  readonly from: number
  readonly fromRoot: Uint8Array
  readonly to: number
  readonly toRoot: Uint8Array
  readonly path: readonly Uint8Array[]
}

/** Whether a log has only grown: what a head of `from` entries commits to begins what one of `to` entries does. */
export function isConsistent(sha256: Sha256, { from, fromRoot, to, toRoot, path }: LogConsistency): boolean {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 1 || from > to) return false
  if (from === to) return path.length === 0 && isSame(fromRoot, toRoot)
  const ranges = consistencyRanges(from, to)
  if (!isPath(path, ranges.length)) return false
  const isWhole = ranges.every(({ start }) => start >= from)
  // the first `from` entries are one node, or what the proof says of their right edge is the beginning
  const [first, ...rest] = isWhole ? [fromRoot, ...path] : path
  if (first === undefined) return false
  let [old, whole] = [first, first]
  for (const [place, beside] of rest.entries()) {
    const range = ranges[isWhole ? place : place + 1]
    if (range !== undefined && range.start >= from) whole = logNode(sha256, whole, beside)
    else {
      old = logNode(sha256, beside, old)
      whole = logNode(sha256, beside, whole)
    }
  }
  return isSame(old, fromRoot) && isSame(whole, toRoot)
}

function isPath(path: readonly Uint8Array[], length: number): boolean {
  return path.length === length && length <= logPathMax && path.every((hash) => hash.length === hashBytes)
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, place) => byte === b[place])
}
