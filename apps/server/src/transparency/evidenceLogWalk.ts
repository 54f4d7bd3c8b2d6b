import { createHash } from 'node:crypto'
import { foldRange, logLeaf, logNode } from '@truemark/core/proof/log'
import { type KeyChain, keyOfEntry, keyOfLogHead } from '@truemark/protocol/evidence/keyChain'
import { readLogHead } from '@truemark/protocol/evidence/verify'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import type { EntryRow, HeadRow, NodeRow } from './evidenceLog.store.ts'
import { sha256 } from './liabilityTree.ts'

/** An entry as its file or table has it. */
export type WalkedEntry = Pick<EntryRow, 'place' | 'document' | 'digest' | 'signature'>

/**
 * Goes through the log of evidence from its first entry: each digest and signature, and each head over the entries that
 * it is of. All heads are told before the first entry, the smallest first.
 */
export class EvidenceLogWalk {
  /** How many entries were gone through. */
  size = 0
  readonly #spans: KeyChain['spans']
  /** The roots that are told of the log at a size, and by whom. */
  readonly #told = new Map<number, { readonly root: string; readonly by: string }[]>()
  // the roots of the whole trees that make up what was read so far, the largest first
  readonly #roots: Uint8Array[] = []
  #largest = 0

  /** @param spans the keys that sign the log, each since its statement */
  constructor(spans: KeyChain['spans']) {
    this.#spans = spans
    for (const { since } of spans)
      if (since !== null) this.tell(since.evidence, `the rotation of the keys to generation ${since.generation}`)
  }

  /** Takes note of what somebody tells of the log at a size. */
  tell({ size, root }: { readonly size: number; readonly root: string }, by: string): void {
    if (size > 0) this.#told.set(size, [...(this.#told.get(size) ?? []), { root, by }])
  }

  /** What is wrong with a head, or null. */
  headFault({ size, time, head, signature }: HeadRow): string | null {
    const where = `evidence_head size=${size}`
    const read = readLogHead(head)
    if (!isSignedByKey(keyOfLogHead(this.#spans, size).key, signature.toString('hex'), head))
      return `${where}, head or signature: it is not signed`
    if (read?.size !== size) return `${where}, size: the head says ${read?.size}`
    if (read.time !== time) return `${where}, time: the head says ${read.time}`
    this.tell(read, 'the head')
    this.#largest = Math.max(this.#largest, size)
    return null
  }

  /** What is wrong with the next entry, or null; the nodes that are whole with it are put to `nodes`. */
  entryFault({ place, document, digest, signature }: WalkedEntry, nodes: NodeRow[]): string | null {
    const where = `evidence_entry place=${this.size}`
    if (place !== this.size) return `${where}: entry ${this.size + 1} is missing`
    const bytes = Buffer.from(document)
    if (!createHash('sha256').update(bytes).digest().equals(digest))
      return `${where}, document or digest: entry ${place + 1} has another digest`
    if (!isSignedByKey(keyOfEntry(this.#spans, place).key, signature.toString('hex'), document))
      return `${where}, signature: entry ${place + 1} is not signed`
    grow(this.#roots, place, logLeaf(sha256, bytes), nodes)
    this.size += 1
    const told = this.#told.get(this.size)
    if (told === undefined) return null
    this.#told.delete(this.size)
    const found = Buffer.from(foldRange(sha256, this.#roots)).toString('hex')
    const other = told.find(({ root }) => root !== found)
    if (other === undefined) return null
    return `evidence_head size=${this.size}, head: ${other.by} of ${this.size} entries is of others`
  }

  /** What is missing at the end, or null. */
  endFault(): string | null {
    const [beyond] = this.#told
    if (beyond !== undefined) return `evidence_entry: entries of ${beyond[1][0]?.by} of ${beyond[0]} are missing`
    return this.size === this.#largest ? null : `evidence_head size=${this.size}: it is missing`
  }
}

function grow(roots: Uint8Array[], place: number, leaf: Uint8Array, nodes: NodeRow[]): void {
  let root = leaf
  nodes.push({ level: 0, index: place, hash: leaf })
  for (let level = 0, index = place; index % 2 === 1; level += 1) {
    const left = roots.pop()
    if (left === undefined) throw new RangeError('a tree without its left half')
    root = logNode(sha256, left, root)
    index = Math.floor(index / 2)
    nodes.push({ level: level + 1, index, hash: root })
  }
  roots.push(root)
}
