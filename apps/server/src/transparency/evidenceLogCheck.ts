import { createHash } from 'node:crypto'
import { foldRange, logLeaf, logNode } from '@truemark/core/proof/log'
import { readLogHead } from '@truemark/protocol/evidence/verify'
import type { Database } from '../platform/postgres/database.ts'
import { findEntries, findHeads } from './evidenceLog.store.ts'
import { sha256 } from './liabilities.ts'

const pageMax = 500
const headsMax = 100_000

/** How many entries the evidence log has, and what is wrong with it: null, or the rest of a sentence. */
export interface LogCheck {
  readonly entries: number
  readonly fault: string | null
}

/** Hashes every entry of the evidence log anew, in its order, and compares the root with each head that is kept. */
export async function checkEvidenceLog(database: Database): Promise<LogCheck> {
  const heads = new Map((await findHeads(database, {}, headsMax)).map(({ size, head }) => [size, head]))
  // the roots of the whole trees that make up what was read so far, the largest first
  const roots: Uint8Array[] = []
  let size = 0
  for (let page = await findEntries(database, size, pageMax); page.length > 0;) {
    for (const { place, document, digest } of page) {
      if (place !== size) return { entries: size, fault: `entry ${size + 1} is missing` }
      const bytes = Buffer.from(document)
      const hasDigest = createHash('sha256').update(bytes).digest().equals(digest)
      if (!hasDigest) return { entries: size, fault: `entry ${size + 1} has another digest` }
      add(roots, place, logLeaf(sha256, bytes))
      size += 1
      const head = heads.get(size)
      if (head === undefined) continue
      const root = Buffer.from(foldRange(sha256, roots)).toString('hex')
      if (readLogHead(head)?.root !== root) return { entries: size, fault: `the head of ${size} entries is of others` }
      heads.delete(size)
    }
    page = await findEntries(database, size, pageMax)
  }
  const [beyond] = heads.keys()
  return { entries: size, fault: beyond === undefined ? null : `entries of the head of ${beyond} are missing` }
}

function add(roots: Uint8Array[], place: number, leaf: Uint8Array): void {
  let root = leaf
  for (let index = place; index % 2 === 1; index = Math.floor(index / 2)) {
    const left = roots.pop()
    if (left === undefined) throw new RangeError('a tree without its left half')
    root = logNode(sha256, left, root)
  }
  roots.push(root)
}
