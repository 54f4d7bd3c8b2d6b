import { type Realm, holderName, realms } from '@truemark/core/ledger/holders'
import type { OwedAmount } from '@truemark/core/owed'
import { leafOf, nodeOver } from '@truemark/core/proof/liabilities'
import type { State } from '@truemark/core/state'
import { keyOfProof } from '@truemark/protocol/evidence/keyChain'
import { claimFault } from '../engine/door.ts'
import { findOwners } from '../identity/door.ts'
import { entriesOf, entryAt } from '../operator/door.ts'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { type PublicIds, createPublicIds } from '../platform/publicId.ts'
import type { CheckKeys } from './evidenceLogCheck.ts'
import {
  type EpochRow,
  findCodes,
  findEpochs,
  findSeeds,
  findKept,
  findKeptTree,
  findOwnedLeaves,
  findTrees,
  nodeBytes,
} from './liabilities.store.ts'
import { nodeOf, uidBy } from './liabilities.ts'
import { sha256 } from './liabilityTree.ts'
import {
  type LiabilityHead,
  beforeFirstHead,
  countsAll,
  headFault,
  owedByTree,
  readLiabilityHead,
  rootsFault,
  seedFault,
  sumsFault,
} from './liabilityHeads.ts'
import { findHeadClaims } from './signedClaims.ts'

const headsMax = 100_000

/** How many proofs of what is owed there are, and what is wrong with them: null, or the rest of a sentence. */
export interface ProofCheck {
  readonly heads: number
  readonly fault: string | null
}

/**
 * Checks every head of what is owed: its digest, signature and chain, the rows of the journal and of the audit log that
 * it names, its columns, and the trees that are kept, down to whose each leaf is.
 */
export async function checkLiabilityHeads(
  database: Queryable,
  { tokens, signing }: Pick<CheckKeys, 'tokens' | 'signing'>,
): Promise<ProofCheck> {
  const epochs = (await findEpochs(database, null, headsMax)).toReversed()
  const spans = signing.spans('liabilities')
  const walk = { database, ids: createPublicIds(tokens.names), codes: await findCodes(database) }
  const kept = await entriesOf(database, ['proof_head_kept'])
  const notes = new Map(kept.map(({ subject, detail }) => [integerOf(subject), detail['digest'] ?? '']))
  const seeds = await findSeeds(database)
  let previous = beforeFirstHead
  for (const [place, row] of epochs.entries()) {
    const where = `liability_epoch epoch=${row.epoch}`
    if (row.epoch !== place + 1) return { heads: place, fault: `liability_epoch epoch=${place + 1}: it is missing` }
    if (!isSignedByKey(keyOfProof(spans, row.epoch).key, row.signature.toString('hex'), row.head))
      return { heads: place, fault: `${where}, head or signature: it is not signed` }
    const head = readLiabilityHead(row.head)
    if (head === null) return { heads: place, fault: `${where}, head: it cannot be read` }
    const fault = headFault(row, head, previous)
    if (fault !== null) return { heads: place, fault: `${where}, ${fault}` }
    const beside =
      (await auditFault(database, head)) ??
      seedFault(head, seeds.get(row.epoch)) ??
      noteFault(head, row.digest.toString('hex'), notes) ??
      (await treesFault(walk, head))
    notes.delete(row.epoch)
    if (beside !== null) return { heads: place, fault: beside }
    previous = { digest: row.digest.toString('hex'), version: head.version }
  }
  const [lost] = notes.keys()
  if (lost !== undefined)
    return { heads: epochs.length, fault: `liability_epoch epoch=${lost}: it is missing, though the audit log has it` }
  const unmet = await claimFault(database, await findHeadClaims(database))
  return { heads: epochs.length, fault: unmet === null ? null : `the journal is not the one they name: ${unmet}` }
}

/** Heads of this version and later are noted in the audit log as they are kept. */
const notedSince = 3

function noteFault(
  { epoch, version }: LiabilityHead,
  digest: string,
  notes: ReadonlyMap<number, string>,
): string | null {
  const noted = notes.get(epoch)
  if (noted === undefined)
    return version < notedSince ? null : `audit: it has no note of the proof ${epoch} of what is owed`
  return noted === digest ? null : `liability_epoch epoch=${epoch}, digest: the audit log has another`
}

async function auditFault(database: Queryable, { epoch, audit }: LiabilityHead): Promise<string | null> {
  if (audit === undefined || audit.entry === 0) return null
  const digest = (await entryAt(database, audit.entry))?.digest.toString('hex')
  const by = `though the signed head ${epoch} of what is owed names it`
  if (digest === undefined) return `audit id=${audit.entry}: it is missing, ${by}`
  return digest === audit.digest ? null : `audit id=${audit.entry}, digest: it is another, ${by}`
}

interface Walk {
  readonly database: Queryable
  readonly ids: PublicIds
  /** The currencies' codes by number. */
  readonly codes: ReadonlyMap<number, string>
}

async function treesFault(walk: Walk, head: LiabilityHead): Promise<string | null> {
  const rows = await findTrees(walk.database, [head.epoch])
  const told = new Map(head.trees.map((tree) => [`${tree.realm} ${tree.currency}`, tree]))
  const isKept = (await findKept(walk.database, [head.epoch])).size > 0
  for (const { realm, currency, sum, root, depth } of rows) {
    const where = `liability_tree epoch=${head.epoch} realm=${realms.indexOf(realm)} currency=${currency}`
    const code = walk.codes.get(currency) ?? ''
    const tree = told.get(`${realm} ${code}`)
    told.delete(`${realm} ${code}`)
    if (tree === undefined) return `${where}: the head has no such tree`
    if (tree.sum !== String(sum)) return `${where}, sum: the head says ${tree.sum}`
    if (tree.root !== root.toString('hex')) return `${where}, root: the head says ${tree.root}`
    if (tree.depth !== depth) return `${where}, depth: the head says ${tree.depth}`
    const fault = isKept
      ? await levelsFault(walk, { epoch: head.epoch, realm, currency, code }, { depth, sum, root })
      : null
    if (fault !== null) return fault
  }
  const [missing] = told.keys()
  return missing === undefined ? null : `liability_tree epoch=${head.epoch}: that of ${missing} is missing`
}

interface TreeAt {
  readonly epoch: number
  readonly realm: Realm
  readonly currency: number
  readonly code: string
}

async function levelsFault(
  walk: Walk,
  at: TreeAt,
  { depth, sum, root }: { readonly depth: number; readonly sum: bigint; readonly root: Buffer },
): Promise<string | null> {
  const where = `epoch=${at.epoch} realm=${realms.indexOf(at.realm)} currency=${at.currency}`
  const levels = await findKeptTree(walk.database, at)
  let below = levels.get(0) ?? Buffer.alloc(0)
  if (below.length !== 2 ** depth * nodeBytes) return `liability_level ${where} level=0, nodes: it has another length`
  const leaves = below
  for (let level = 1; level <= depth; level += 1) {
    const own = levels.get(level) ?? Buffer.alloc(0)
    for (let place = 0; place * 2 * nodeBytes < below.length; place += 1) {
      const left = nodeOf(below.subarray(place * 2 * nodeBytes))
      const over = nodeOver(sha256, left, nodeOf(below.subarray((place * 2 + 1) * nodeBytes)))
      const stored = own.subarray(place * nodeBytes, (place + 1) * nodeBytes)
      const isSame = stored.length === nodeBytes && nodeOf(stored).sum === over.sum
      if (!isSame || !nodeOf(stored).hash.every((byte, index) => byte === over.hash[index]))
        return `liability_level ${where} level=${level}, nodes: node ${place} is not over those below it`
    }
    if (own.length !== (below.length / nodeBytes / 2) * nodeBytes)
      return `liability_level ${where} level=${level}, nodes: it has another length`
    below = own
  }
  if (nodeOf(below).sum !== sum || !root.equals(nodeOf(below).hash))
    return `liability_level ${where} level=${depth}, nodes: they lead to another root`
  return leavesFault(walk, at, leaves)
}

async function leavesFault(walk: Walk, at: TreeAt, leaves: Buffer): Promise<string | null> {
  const rows = await findOwnedLeaves(walk.database, at)
  for (const { holder, place, nonce, userId } of rows) {
    const bytes = leaves.subarray(place * nodeBytes, (place + 1) * nodeBytes)
    const uid = userId === null ? `holder ${holder}` : walk.ids.write('user', userId)
    const owner = { uid, epoch: at.epoch, realm: at.realm, currency: at.code, nonce }
    const holds =
      bytes.length === nodeBytes &&
      Buffer.from(leafOf(sha256, owner, nodeOf(bytes).sum).hash).equals(bytes.subarray(16, nodeBytes))
    if (!holds)
      return `liability_leaf epoch=${at.epoch} holder=${holder} currency=${at.currency}, place or nonce: the tree has no such leaf`
  }
  return null
}

/** A head of what is owed, and the row of the journal as of which it is. */
export type ProofHead = Pick<EpochRow, 'seq' | 'head'>

/** All heads of what is owed. */
export async function findProofHeads(database: Queryable): Promise<ProofHead[]> {
  return findEpochs(database, null, headsMax)
}

/**
 * Where a head, or a leaf of its trees that are kept, is not what the engine's own state at its row says is owed, as the rest
 * of a sentence; null where all is. `remakes`: whether its trees are made anew of their seed.
 */
export async function owedFault(
  { database, ids, remakes }: { readonly database: Queryable; readonly ids: PublicIds; readonly remakes: boolean },
  { head: text }: ProofHead,
  state: State,
): Promise<string | null> {
  const head = readLiabilityHead(text)
  if (head === null || !countsAll(head)) return null
  const owed = owedByTree(state)
  const fault = sumsFault(head, owed)
  if (fault !== null) return fault
  const seed = remakes ? (await findSeeds(database)).get(head.epoch) : undefined
  const other = seed === undefined ? null : await rootsFault(head, owed, seed, uidBy(ids, await findOwners(database)))
  if (other !== null) return other
  for (const own of owed.values()) {
    const unlike = await leafSumsFault(database, head.epoch, own)
    if (unlike !== null) return unlike
  }
  return null
}

async function leafSumsFault(database: Queryable, epoch: number, owed: readonly OwedAmount[]): Promise<string | null> {
  const [first] = owed
  if (first === undefined) return null
  const at = { epoch, realm: first.realm, currency: first.currency }
  const leaves = (await findKeptTree(database, at)).get(0)
  // the trees of the newest heads alone are kept
  if (leaves === undefined) return null
  const left = new Map(owed.map(({ holder, amount }) => [holder, amount]))
  for (const { holder, place } of await findOwnedLeaves(database, at)) {
    const bytes = leaves.subarray(place * nodeBytes, (place + 1) * nodeBytes)
    const sum = bytes.length === nodeBytes ? nodeOf(bytes).sum : null
    if (sum !== left.get(holder))
      return `liability_leaf epoch=${epoch} holder=${holder} currency=${at.currency}: it holds ${sum}, the journal gives ${left.get(holder)}`
    left.delete(holder)
  }
  const [missing] = left.keys()
  return missing === undefined
    ? null
    : `liability_leaf epoch=${epoch} holder=${holderName(missing)} currency=${at.currency}: the row is missing`
}
