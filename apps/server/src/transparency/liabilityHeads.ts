import { type OwedAmount, owedIn } from '@truemark/core/owed'
import type { HolderId } from '@truemark/core/ledger/holders'
import type { State } from '@truemark/core/state'
import { parsedAs } from '@truemark/protocol/parsedAs'
import * as z from 'zod/mini'
import type { EpochRow } from './liabilities.store.ts'
import { makeTree, sha256 } from './liabilityTree.ts'

const treeShape = z.object({
  realm: z.string(),
  currency: z.string(),
  sum: z.string(),
  root: z.string(),
  depth: z.int(),
})
const headShape = z.object({
  version: z.int(),
  epoch: z.int(),
  time: z.int(),
  asked: z.optional(z.boolean()),
  journal: z.object({ seq: z.int(), digest: z.string(), time: z.optional(z.int()) }),
  audit: z.optional(z.object({ entry: z.int(), digest: z.string() })),
  /** The SHA-256 of what nonces and padding are drawn from: since version 4. */
  seed: z.optional(z.string()),
  previous: z.string(),
  trees: z.array(treeShape),
})
/** What a signed head of what is owed says. */
export type LiabilityHead = z.infer<typeof headShape>

/** Heads before this version did not count what is put into products. */
const wholeSince = 2

/** Whether a head counts all that is owed. */
export function countsAll({ version }: LiabilityHead): boolean {
  return version >= wholeSince
}

/** Since this version the trees of a head are made anew of a seed, and of what is owed. */
const seededSince = 4

/** Whether the nonces and the padding of a head's trees are drawn from a seed. */
export function isSeeded({ version }: LiabilityHead): boolean {
  return version >= seededSince
}

/** Where a seed is not there, or not the one that a head signs: the rest of a sentence; null where it is, or there is none. */
export function seedFault(head: LiabilityHead, seed: Uint8Array | undefined): string | null {
  if (!isSeeded(head)) return null
  const where = `liability_seed epoch=${head.epoch}`
  if (seed === undefined) return `${where}: the row is missing`
  return Buffer.from(sha256(seed)).toString('hex') === head.seed ? null : `${where}, seed: the head signs another`
}

/**
 * Where the trees of a head, made anew of its seed and of what the state at its row owes, do not lead to the roots that it signs;
 * null where all do. Ask for the sums first.
 * @param owed what is owed, by realm and the currency's code
 */
export async function rootsFault(
  { epoch, trees }: LiabilityHead,
  owed: ReadonlyMap<string, readonly OwedAmount[]>,
  seed: Uint8Array,
  uidOf: (holder: HolderId) => string,
): Promise<string | null> {
  for (const { currency, depth, realm, root } of trees) {
    const own = owed.get(`${realm} ${currency}`)
    const [first] = own ?? []
    if (own === undefined || first === undefined) continue
    const made = await makeTree({ seed, epoch, realm: first.realm, currency }, own, uidOf)
    if (made.levels.length - 1 !== depth || Buffer.from(made.root.hash).toString('hex') !== root)
      return `liability_epoch epoch=${epoch}, head: its tree of ${realm} ${currency}, made anew, leads to another root`
  }
  return null
}

/** What a head's text says; null where it is none. */
export function readLiabilityHead(text: string): LiabilityHead | null {
  return parsedAs(headShape, text)
}

/** The digest and version of a head that others follow. */
export interface FollowedHead {
  readonly digest: string
  readonly version: number
}

/** What the first head of an installation follows. */
export const beforeFirstHead: FollowedHead = { digest: '0'.repeat(64), version: 0 }

/**
 * Where what stands beside a head is not what it says, or it does not follow the one before; null where all holds. Later
 * versions say more that can be checked, so that none is followed by an earlier one.
 */
export function headFault(
  row: Omit<EpochRow, 'signature'>,
  head: LiabilityHead,
  previous: FollowedHead,
): string | null {
  if (!Buffer.from(sha256(Buffer.from(row.head))).equals(row.digest)) return 'digest: it is not that of the head'
  if (head.epoch !== row.epoch) return `epoch: the head says ${head.epoch}`
  if (head.time !== row.time) return `time: the head says ${head.time}`
  if (head.journal.seq !== row.seq) return `seq: the head says ${head.journal.seq}`
  if ((head.asked ?? false) !== row.asked) return 'asked: the head says otherwise'
  if (head.previous !== previous.digest) return 'head: it does not follow the head before it'
  return head.version >= previous.version
    ? null
    : `head: it is of version ${head.version}, and the one before of ${previous.version}`
}

/** What a state says is owed, by realm and the currency's code. */
export function owedByTree(state: State): Map<string, OwedAmount[]> {
  const owed = new Map<string, OwedAmount[]>()
  for (const one of owedIn(state)) {
    const name = `${one.realm} ${state.venue.currencies[one.currency]?.code ?? ''}`
    const own = owed.get(name)
    if (own === undefined) owed.set(name, [one])
    else own.push(one)
  }
  return owed
}

/** Where a head's sums are not what the engine's own state at its row says is owed; null where all are. */
export function sumsFault(head: LiabilityHead, owed: ReadonlyMap<string, readonly OwedAmount[]>): string | null {
  if (!countsAll(head)) return null
  const where = `liability_epoch epoch=${head.epoch}, head`
  const told = new Map(head.trees.map(({ realm, currency, sum }) => [`${realm} ${currency}`, sum]))
  for (const [name, sum] of told) {
    const total = (owed.get(name) ?? []).reduce((all, { amount }) => all + amount, 0n)
    if (String(total) !== sum) return `${where}: it says ${sum} of ${name}, the journal gives ${total}`
  }
  const missing = [...owed.keys()].find((name) => !told.has(name))
  return missing === undefined ? null : `${where}: it has nothing of ${missing}, which the journal gives`
}
