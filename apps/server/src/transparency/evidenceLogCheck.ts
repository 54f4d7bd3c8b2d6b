import { readDocument } from '@truemark/protocol/evidence/verify'
import * as z from 'zod/mini'
import { claimFault } from '../engine/door.ts'
import type { Keys } from '../platform/keys/keys.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { type PublicIds, createPublicIds } from '../platform/publicId.ts'
import {
  type EntryRow,
  type NodeRow,
  countNodes,
  findDue,
  findEntries,
  findHashesAt,
  findHeads,
  findLostHeads,
  findUnlike,
} from './evidenceLog.store.ts'
import { EvidenceLogWalk } from './evidenceLogWalk.ts'
import { evidenceId } from './evidenceSubjects.ts'
import { fundingOf } from '../derivative/door.ts'
import { findPayoutAnswer } from '../wallet/door.ts'
import { assetFault } from './assetSignature.ts'
import { installationOf } from './assets.ts'
import { findEpochs } from './liabilities.store.ts'
import { entryClaims } from './signedClaims.ts'
import { noticeFacts, termFacts } from './termsEvidence.ts'

const pageMax = 500
const headsMax = 100_000
/** The latest a decision stands in the log after it was made, whatever the load (ms). */
const loggedWithinMs = 600_000

/** How many entries the evidence log has, and what is wrong with it: null, or the rest of a sentence. */
export interface LogCheck {
  readonly entries: number
  readonly fault: string | null
}

/** What of the keys a check needs: those that signed, and that of ids. */
export type CheckKeys = Omit<Keys, 'sealing'>

const named = z.object({ id: z.string(), kind: z.string() })

/**
 * Checks the evidence log as it stands: every entry with its digest, signature, decision and row of the journal, every
 * node, every head that is kept, and that what was decided before `now` is in it.
 */
export async function checkEvidenceLog(database: Queryable, keys: CheckKeys, now: number): Promise<LogCheck> {
  const proofs = await findEpochs(database, null, headsMax)
  const digests = new Map(proofs.map(({ epoch, digest }) => [epoch, digest.toString('hex')]))
  const walk = new LogWalk(database, keys, digests)
  const heads = await findHeads(database, {}, headsMax)
  for (const head of heads.toReversed()) {
    const fault = walk.log.headFault(head)
    if (fault !== null) return { entries: 0, fault }
  }
  for (let page = await findEntries(database, 0, pageMax); page.length > 0;) {
    const fault = await walk.pageFault(page)
    if (fault !== null) return { entries: walk.log.size, fault }
    page = await findEntries(database, walk.log.size, pageMax)
  }
  return { entries: walk.log.size, fault: await walk.endFault(now) }
}

class LogWalk {
  readonly log: EvidenceLogWalk
  readonly #database: Queryable
  readonly #ids: PublicIds
  readonly #installation: string
  readonly #digests: ReadonlyMap<number, string>
  #nodes = 0

  constructor(database: Queryable, { tokens, signing }: CheckKeys, digests: ReadonlyMap<number, string>) {
    this.#database = database
    this.#installation = installationOf(signing)
    this.#digests = digests
    this.#ids = createPublicIds(tokens.names)
    this.log = new EvidenceLogWalk(signing.spans('evidence'))
  }

  async pageFault(page: readonly EntryRow[]): Promise<string | null> {
    const nodes: NodeRow[] = []
    for (const entry of page) {
      const fault = this.log.entryFault(entry, nodes) ?? this.#subjectFault(entry)
      if (fault !== null) return fault
    }
    this.#nodes += nodes.length
    const stored = await findHashesAt(this.#database, nodes)
    const wrong = nodes.find(({ hash }, place) => stored[place]?.equals(hash) !== true)
    if (wrong !== undefined) return `evidence_node level=${wrong.level} place=${wrong.index}, hash: it is another`
    for (const entry of page) {
      const fault = (await termFault(this.#database, entry)) ?? this.#assetFault(entry)
      if (fault !== null) return `evidence_entry place=${entry.place}, document: ${fault}`
    }
    const unmet = await claimFault(this.#database, page.flatMap(entryClaims))
    return unmet === null ? null : `the journal is not the one it names: ${unmet}`
  }

  #assetFault({ kind, document }: EntryRow): string | null {
    const said = kind === 'notice' ? readDocument({ document }) : null
    if (said?.kind !== 'notice') return null
    return assetFault(said, this.#installation, (epoch) => this.#digests.get(epoch) ?? null)
  }

  #subjectFault({ place, kind, number, time, document }: EntryRow): string | null {
    const where = `evidence_entry place=${place}`
    const { data } = z.safeParse(named, JSON.parse(document))
    if (data?.kind !== kind) return `${where}, kind: the document is of ${data?.kind}`
    if (data.id !== evidenceId(this.#ids, { kind, number })) return `${where}, number: the document is of ${data.id}`
    const isOf = kind !== 'funding' || fundingOf(number).stamp === time
    return isOf ? null : `${where}, time: it is not that of the funding`
  }

  async endFault(now: number): Promise<string | null> {
    const missing = this.log.endFault()
    if (missing !== null) return missing
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

/** Where what the owner of a payout said is not what the table has. */
async function payoutFault(database: Queryable, number: number, document: string): Promise<string | null> {
  const said = readDocument({ document })
  const kept = await findPayoutAnswer(database, number)
  if (said?.kind !== 'payout' || kept === null) return `there is no such answer about a payout as ${number}`
  const wrong = (['arrived', 'settles', 'paid'] as const).find((name) => said[name] !== kept[name])
  return wrong === undefined ? null : `${wrong} of the answer ${number} about a payout is another`
}

/** Where a change of terms is not what the journal and the audit log say: the rest of a sentence. */
async function termFault(database: Queryable, { kind, number, document }: EntryRow): Promise<string | null> {
  if (kind === 'payout') return payoutFault(database, number, document)
  if (kind !== 'terms' && kind !== 'notice') return null
  const said = readDocument({ document })
  if (said?.kind !== kind) return 'it is no change of terms'
  const facts = kind === 'terms' ? await termFacts(database, number) : await noticeFacts(database, number)
  if (facts === null) return 'there is no such change of terms'
  const names = ['term', 'subject', 'figures', 'time', 'proposed', 'confirmed', 'audit'] as const
  const wrong = names.find((name) => JSON.stringify(said[name]) !== JSON.stringify(facts[name]))
  if (wrong !== undefined) return `${wrong} of the change of terms ${number} is another`
  return 'seq' in facts && said.journal?.seq !== facts.seq
    ? `journal of the change of terms ${number} is another`
    : null
}
