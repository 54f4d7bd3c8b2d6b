import { createHash } from 'node:crypto'
import { foldRange, logLeaf, logNode } from '@truemark/core/proof/log'
import { type KeyChain, keyOfEntry, keyOfLogHead } from '@truemark/protocol/evidence/keyChain'
import { readLogHead } from '@truemark/protocol/evidence/verify'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import type { EntryRow, HeadRow, NodeRow } from './evidenceLog.store.ts'
import { sha256 } from './liabilities.ts'

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
  readonly #heads = new Map<number, string>()
  // the roots of the whole trees that make up what was read so far, the largest first
  readonly #roots: Uint8Array[] = []
  #largest = 0

  /** @param spans the keys that sign the log, each since its statement */
  constructor(spans: KeyChain['spans']) {
    this.#spans = spans
  }

  /** What is wrong with a head, or null. */
  headFault({ size, time, head, signature }: HeadRow): string | null {
    const where = `evidence_head size=${size}`
    const read = readLogHead(head)
    if (!isSignedByKey(keyOfLogHead(this.#spans, size).key, signature.toString('hex'), head))
      return `${where}, head or signature: it is not signed`
    if (read?.size !== size) return `${where}, size: the head says ${read?.size}`
    if (read.time !== time) return `${where}, time: the head says ${read.time}`
    this.#heads.set(size, read.root)
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
    const head = this.#heads.get(this.size)
    const since = this.#spans.find(({ since: one }) => one?.evidence.size === this.size)?.since
    if (head === undefined && (since ?? null) === null) return null
    this.#heads.delete(this.size)
    const root = Buffer.from(foldRange(sha256, this.#roots)).toString('hex')
    if (root !== (since?.evidence.root ?? root)) return `key_rotation: its log of ${this.size} entries was another`
    return (head ?? root) === root
      ? null
      : `evidence_head size=${this.size}, head: the head of ${this.size} entries is of others`
  }

  /** What is missing at the end, or null. */
  endFault(): string | null {
    const [beyond] = this.#heads.keys()
    if (beyond !== undefined) return `evidence_entry: entries of the head of ${beyond} are missing`
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
