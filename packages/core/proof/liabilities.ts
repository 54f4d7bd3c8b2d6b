import { encodeUtf8 } from '../codec/utf8.ts'

/** SHA-256 of bytes. The core brings none of its own: each place that runs it has a well-kept one. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

/** A node of the tree: what is owed below it, in smallest units, and the hash that commits to it. */
export interface SumNode {
  readonly sum: bigint
  readonly hash: Uint8Array
}

export const hashBytes = 32
const sumBytes = 16
/** A sum is below this, so that no two of them overflow into a small one. */
const sumLimit = 2n ** 127n
/** A tree is at most so high: more leaves than there can be holders. */
export const depthMax = 40

// what is hashed begins with what it is, so that a leaf never passes for a node, nor padding for a leaf
const tag = { leaf: 0, node: 1, pad: 2, identity: 3 } as const

/** Whose a leaf is. Nobody who does not know the nonce can tell, and nobody who knows it can take another's for it. */
export interface LeafOwner {
  /** The public id of the user. */
  readonly uid: string
  readonly epoch: number
  readonly realm: string
  readonly currency: string
  /** 32 bytes of each leaf that nobody but its owner and who makes the tree knows. */
  readonly nonce: Uint8Array
}

/** Whether an amount can stand in a tree. */
export function isSum(amount: bigint): boolean {
  return amount >= 0n && amount < sumLimit
}

function put(bytes: Uint8Array, at: number, sum: bigint): void {
  let left = sum
  for (let place = sumBytes - 1; place >= 0; place -= 1) {
    bytes[at + place] = Number(left & 0xffn)
    left >>= 8n
  }
}

/** The 32 bytes that name an owner in a leaf: every part is bounded by its length, so that none runs into another. */
export function ownerDigest(sha256: Sha256, { uid, epoch, realm, currency, nonce }: LeafOwner): Uint8Array {
  const parts = [uid, String(epoch), realm, currency].map(encodeUtf8)
  const length = parts.reduce((total, part) => total + 2 + part.length, 1 + nonce.length)
  const bytes = new Uint8Array(length)
  bytes[0] = tag.identity
  let at = 1
  for (const part of parts) {
    bytes[at] = part.length >> 8
    bytes[at + 1] = part.length & 0xff
    bytes.set(part, at + 2)
    at += 2 + part.length
  }
  bytes.set(nonce, at)
  return sha256(bytes)
}

/** The leaf of an owner to whom `sum` is owed. Throws a RangeError for what is no sum. */
export function leafOf(sha256: Sha256, owner: LeafOwner, sum: bigint): SumNode {
  if (!isSum(sum)) throw new RangeError('an amount that no leaf can hold')
  const bytes = new Uint8Array(1 + hashBytes + sumBytes)
  bytes[0] = tag.leaf
  bytes.set(ownerDigest(sha256, owner), 1)
  put(bytes, 1 + hashBytes, sum)
  return { sum, hash: sha256(bytes) }
}

/** A leaf that owes nothing to nobody, from 32 bytes that nobody can guess: it fills the tree up to a power of two. */
export function padOf(sha256: Sha256, random: Uint8Array): SumNode {
  const bytes = new Uint8Array(1 + random.length)
  bytes[0] = tag.pad
  bytes.set(random, 1)
  return { sum: 0n, hash: sha256(bytes) }
}

/** The node over two others. It commits to each of their sums, not to their total alone. Throws where it overflows. */
export function nodeOver(sha256: Sha256, left: SumNode, right: SumNode): SumNode {
  const sum = left.sum + right.sum
  if (!isSum(left.sum) || !isSum(right.sum) || !isSum(sum)) throw new RangeError('a sum that no node can hold')
  const bytes = new Uint8Array(1 + 2 * (sumBytes + hashBytes))
  bytes[0] = tag.node
  put(bytes, 1, left.sum)
  bytes.set(left.hash, 1 + sumBytes)
  put(bytes, 1 + sumBytes + hashBytes, right.sum)
  bytes.set(right.hash, 1 + 2 * sumBytes + hashBytes)
  return { sum, hash: sha256(bytes) }
}

/** What is published of a tree, and a leaf's place in it with the nodes beside its way up, the lowest first. */
export interface Inclusion {
  readonly root: SumNode
  readonly depth: number
  readonly index: number
  readonly siblings: readonly SumNode[]
}

export type InclusionFault = 'shape' | 'range' | 'root'

/**
 * Whether a leaf that the verifier has made of their own figures is in the tree: null, or what is wrong. Nothing that
 * the publisher says of the leaf is used.
 */
export function inclusionFault(sha256: Sha256, leaf: SumNode, inclusion: Inclusion): InclusionFault | null {
  const { root, depth, index, siblings } = inclusion
  if (depth < 0 || depth > depthMax || siblings.length !== depth) return 'shape'
  if (!Number.isSafeInteger(index) || index < 0 || index >= 2 ** depth) return 'shape'
  if ([root, leaf, ...siblings].some(({ hash }) => hash.length !== hashBytes)) return 'shape'
  if (![root, leaf, ...siblings].every(({ sum }) => isSum(sum))) return 'range'
  let node = leaf
  let place = index
  for (const sibling of siblings) {
    if (!isSum(node.sum + sibling.sum)) return 'range'
    node = place % 2 === 0 ? nodeOver(sha256, node, sibling) : nodeOver(sha256, sibling, node)
    place = Math.floor(place / 2)
  }
  return node.sum === root.sum && isSame(node.hash, root.hash) ? null : 'root'
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, place) => byte === b[place])
}
