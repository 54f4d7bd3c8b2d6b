import { randomBytes, sign } from 'node:crypto'
import { type HolderId, type Realm, realms } from '@truemark/core/ledger/holders'
import type { SumNode } from '@truemark/core/proof/liabilities'
import type { OwedAmount } from '@truemark/core/owed'
import type { Catalogue } from '../engine/door.ts'
import { type ActingOperator, type AuditEnd, actingServer, appendAudit, auditEnd } from '../operator/door.ts'
import { findOwners } from '../identity/door.ts'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import type { SigningKeys } from '../platform/keys/signing.ts'
import type { PublicIds } from '../platform/publicId.ts'
import { Turns } from '../platform/turns.ts'
import { type EpochRow, type KeptTree, findNewestEpoch, keepEpoch, nodeBytes } from './liabilities.store.ts'
import { makeTree, ownerless, sha256 } from './liabilityTree.ts'
import type { OwedAt, OwedReader } from './owedThread.ts'

/**
 * The version of what is hashed and signed, as the concept's page describes it. Since 2 a leaf holds what is put into
 * products too; since 3 the head says when its row of the journal was written; since 4 nonces and padding are drawn from one seed,
 * whose digest the head bears.
 */
const headVersion = 4
const owedMax = 1_048_576

/** Proofs are made one after the other, whoever asks: the second would only wait for the first one's row, or be overtaken. */
export const provingTurns = new Turns()

export interface ProverPorts {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly ids: PublicIds
  readonly signing: SigningKeys
  /** Reads what the engine's own state says is owed. */
  readonly owed: OwedReader
  readonly now: () => number
}

/**
 * Makes a proof of what the engine's own state says is owed now, keeps it and gives its head, all of it or nothing together
 * with its entries of the audit log; null where nobody has anything, `overtaken` where another was made meanwhile. `asked`: the
 * operator who chose the moment, null where nobody did. Throws where the books do not add up: then there is nothing to prove.
 */
export async function proveLiabilities(
  ports: ProverPorts,
  asked: ActingOperator | null,
): Promise<EpochRow | 'overtaken' | null> {
  const { database, signing, now } = ports
  const last = await findNewestEpoch(database)
  const epoch = (last?.epoch ?? 0) + 1
  const books = await ports.owed()
  if (books.owed.length > owedMax) throw new Error(`more than ${owedMax} balances: the proof needs more room`)
  if (books.owed.length === 0) return null
  const groups = grouped(books.owed)
  const owners = await findOwners(database)
  const audit = await auditEnd(database)
  const seed = randomBytes(32)
  const trees: KeptTree[] = []
  for (const realm of realms) {
    for (const { id: currency } of ports.catalogue.currencies) {
      const owed = groups.get(`${realm} ${currency}`)
      if (owed !== undefined) trees.push(await treeOf(ports, { epoch, realm, currency, seed }, owed, owners))
    }
  }
  const time = now()
  const previous = last?.digest.toString('hex') ?? '0'.repeat(64)
  const head = headOf(ports, { epoch, time, asked: asked !== null, previous, books, audit, seed, trees })
  const { key } = signing.key('liabilities')
  const row: EpochRow = {
    epoch,
    time,
    seq: books.seq,
    head,
    digest: Buffer.from(sha256(Buffer.from(head))),
    signature: sign(null, Buffer.from(head), key),
    asked: asked !== null,
  }
  const isKept = await keepEpoch(database, { ...row, seed }, trees, (client) => note(client, row, asked))
  return isKept ? row : 'overtaken'
}

async function note(client: Queryable, { epoch, digest }: EpochRow, asked: ActingOperator | null): Promise<void> {
  const said = { subject: String(epoch), reason: '' }
  const hex = digest.toString('hex')
  await appendAudit(client, { ...said, actor: actingServer, action: 'proof_head_kept', detail: { digest: hex } })
  if (asked === null) return
  const detail = { epoch: String(epoch), digest: hex }
  await appendAudit(client, { ...said, actor: asked, action: 'liabilities_proved', detail })
}

/** What is owed, by realm and currency. */
function grouped(owed: readonly OwedAmount[]): Map<string, OwedAmount[]> {
  const groups = new Map<string, OwedAmount[]>()
  for (const one of owed) {
    const name = `${one.realm} ${one.currency}`
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [one])
    else group.push(one)
  }
  return groups
}

interface TreeName {
  readonly epoch: number
  readonly realm: Realm
  readonly currency: number
  readonly seed: Uint8Array
}

async function treeOf(
  ports: ProverPorts,
  name: TreeName,
  owed: readonly OwedAmount[],
  owners: ReadonlyMap<HolderId, number>,
): Promise<KeptTree> {
  const { code } = ports.catalogue.currency(name.currency)
  const made = await makeTree({ ...name, currency: code }, owed, uidBy(ports.ids, owners))
  return {
    realm: name.realm,
    currency: name.currency,
    sum: made.root.sum,
    root: Buffer.from(made.root.hash),
    depth: made.levels.length - 1,
    levels: made.levels.map(bytesOf),
    leaves: made.leaves.map(({ holder, nonce }, place) => ({ holder, place, nonce })),
  }
}

/** What the owner of a leaf is called in it. */
export function uidBy(ids: PublicIds, owners: ReadonlyMap<HolderId, number>): (holder: HolderId) => string {
  return (holder) => {
    const userId = owners.get(holder)
    return userId === undefined ? ownerless(holder) : ids.write('user', userId)
  }
}

function bytesOf(nodes: readonly SumNode[]): Buffer {
  const bytes = Buffer.alloc(nodes.length * nodeBytes)
  for (const [place, { sum, hash }] of nodes.entries()) {
    const at = place * nodeBytes
    bytes.writeBigUInt64BE(sum >> 64n, at)
    bytes.writeBigUInt64BE(sum & 0xffff_ffff_ffff_ffffn, at + 8)
    bytes.set(hash, at + 16)
  }
  return bytes
}

/** A node out of its bytes. */
export function nodeOf(bytes: Buffer): SumNode {
  return { sum: (bytes.readBigUInt64BE(0) << 64n) | bytes.readBigUInt64BE(8), hash: bytes.subarray(16, nodeBytes) }
}

interface HeadParts {
  readonly epoch: number
  readonly time: number
  readonly asked: boolean
  readonly previous: string
  readonly books: OwedAt
  readonly audit: AuditEnd
  readonly seed: Uint8Array
  readonly trees: readonly KeptTree[]
}

function headOf(
  { catalogue }: ProverPorts,
  { epoch, time, asked, previous, books, audit, seed, trees }: HeadParts,
): string {
  return JSON.stringify({
    version: headVersion,
    epoch,
    time,
    asked,
    journal: { seq: books.seq, time: books.time, digest: Buffer.from(books.digest).toString('hex') },
    audit: { entry: audit.entry, digest: audit.digest.toString('hex') },
    seed: Buffer.from(sha256(seed)).toString('hex'),
    previous,
    trees: trees.map(({ realm, currency, sum, root, depth }) => {
      const { code, scale } = catalogue.currency(currency)
      return { realm, currency: code, scale, sum: sum.toString(), root: root.toString('hex'), depth }
    }),
  })
}
