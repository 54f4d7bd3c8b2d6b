import { createHash } from 'node:crypto'
import { foldRange, logLeaf, logNode } from '@truemark/core/proof/log'
import { type KeyChain, keyOfEntry, keyOfLogHead } from '@truemark/protocol/evidence/keyChain'
import { readLogHead } from '@truemark/protocol/evidence/verify'
import * as z from 'zod/mini'
import { claimFault } from '../engine/door.ts'
import type { Keys } from '../platform/keys/keys.ts'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { type PublicIds, createPublicIds } from '../platform/publicId.ts'
import {
  type EntryRow,
  type HeadRow,
  type NodeRow,
  countNodes,
  findDue,
  findEntries,
  findHashesAt,
  findHeads,
  findLostHeads,
  findUnlike,
} from './evidenceLog.store.ts'
import { evidenceId } from './evidenceSubjects.ts'
import { fundingOf } from './fundingIds.ts'
import { sha256 } from './liabilities.ts'
import { entryClaims } from './signedClaims.ts'

const pageMax = 500
const headsMax = 100_000
/** So long after a decision it stands in the log whatever the load (ms). */
const loggedWithinMs = 600_000

/** How many entries the evidence log has, and what is wrong with it: null, or the rest of a sentence. */
export interface LogCheck {
  readonly entries: number
  readonly fault: string | null
}

/** What of the keys a check needs: those that signed, and that of ids. */
export type CheckKeys = Pick<Keys, 'signing' | 'tokens'>

const named = z.object({ id: z.string(), kind: z.string() })

/**
 * Checks the evidence log as it stands: every entry with its digest, signature, decision and row of the journal, every
 * node, every head that is kept, and that what was decided before `now` is in it.
 */
export async function checkEvidenceLog(database: Queryable, keys: CheckKeys, now: number): Promise<LogCheck> {
  const walk = new LogWalk(database, keys)
  const heads = await findHeads(database, {}, headsMax)
  for (const head of heads.toReversed()) {
    const fault = walk.headFault(head)
    if (fault !== null) return { entries: 0, fault }
  }
  for (let page = await findEntries(database, 0, pageMax); page.length > 0;) {
    const fault = await walk.pageFault(page)
    if (fault !== null) return { entries: walk.size, fault }
    page = await findEntries(database, walk.size, pageMax)
  }
  return { entries: walk.size, fault: await walk.endFault(heads, now) }
}

class LogWalk {
  size = 0
  readonly #database: Queryable
  readonly #ids: PublicIds
  readonly #spans: KeyChain['spans']
  readonly #heads = new Map<number, string>()
  // the roots of the whole trees that make up what was read so far, the largest first
  readonly #roots: Uint8Array[] = []
  #nodes = 0

  constructor(database: Queryable, { tokens, signing }: CheckKeys) {
    this.#database = database
    this.#ids = createPublicIds(tokens)
    this.#spans = signing.spans('evidence')
  }

  headFault({ size, time, head, signature }: HeadRow): string | null {
    const where = `evidence_head size=${size}`
    const read = readLogHead(head)
    if (!isSignedByKey(keyOfLogHead(this.#spans, size).key, signature.toString('hex'), head))
      return `${where}, head or signature: it is not signed`
    if (read?.size !== size) return `${where}, size: the head says ${read?.size}`
    if (read.time !== time) return `${where}, time: the head says ${read.time}`
    this.#heads.set(size, read.root)
    return null
  }

  async pageFault(page: readonly EntryRow[]): Promise<string | null> {
    const nodes: NodeRow[] = []
    for (const entry of page) {
      const fault = this.#entryFault(entry, nodes)
      if (fault !== null) return fault
    }
    this.#nodes += nodes.length
    const stored = await findHashesAt(this.#database, nodes)
    const wrong = nodes.find(({ hash }, place) => stored[place]?.equals(hash) !== true)
    if (wrong !== undefined) return `evidence_node level=${wrong.level} place=${wrong.index}, hash: it is another`
    const unmet = await claimFault(this.#database, page.flatMap(entryClaims))
    return unmet === null ? null : `the journal is not the one it names: ${unmet}`
  }

  #entryFault(entry: EntryRow, nodes: NodeRow[]): string | null {
    const { place, document, digest, signature } = entry
    const where = `evidence_entry place=${this.size}`
    if (place !== this.size) return `${where}: entry ${this.size + 1} is missing`
    const bytes = Buffer.from(document)
    if (!createHash('sha256').update(bytes).digest().equals(digest))
      return `${where}, document or digest: entry ${place + 1} has another digest`
    if (!isSignedByKey(keyOfEntry(this.#spans, place).key, signature.toString('hex'), document))
      return `${where}, signature: entry ${place + 1} is not signed`
    const wrong = this.#subjectFault(entry)
    if (wrong !== null) return `${where}, ${wrong}`
    grow(this.#roots, place, logLeaf(sha256, bytes), nodes)
    this.size += 1
    const head = this.#heads.get(this.size)
    if (head === undefined) return null
    this.#heads.delete(this.size)
    const root = Buffer.from(foldRange(sha256, this.#roots)).toString('hex')
    return head === root ? null : `evidence_head size=${this.size}, head: the head of ${this.size} entries is of others`
  }

  #subjectFault({ kind, number, time, document }: EntryRow): string | null {
    const { data } = z.safeParse(named, JSON.parse(document))
    if (data?.kind !== kind) return `kind: the document is of ${data?.kind}`
    if (data.id !== evidenceId(this.#ids, { kind, number })) return `number: the document is of ${data.id}`
    return kind === 'funding' && fundingOf(number).stamp !== time ? 'time: it is not that of the funding' : null
  }

  async endFault(heads: readonly HeadRow[], now: number): Promise<string | null> {
    const [beyond] = this.#heads.keys()
    if (beyond !== undefined) return `evidence_entry: entries of the head of ${beyond} are missing`
    if (this.size > 0 && heads[0]?.size !== this.size) return `evidence_head size=${this.size}: it is missing`
    const [lost] = await findLostHeads(this.#database)
    if (lost !== undefined) return `evidence_head size=${lost}: it is missing, though the audit log has it`
    const nodes = await countNodes(this.#database)
    if (nodes !== this.#nodes) return `evidence_node: there are ${nodes}, where the entries make ${this.#nodes}`
    const [unlike] = await findUnlike(this.#database)
    if (unlike !== undefined) return unlike
    const [due] = await findDue(this.#database, now - loggedWithinMs, 1)
    return due === undefined
      ? null
      : `evidence_entry: the ${due.kind} ${due.number} of ${new Date(due.time).toISOString()} is not in it`
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
