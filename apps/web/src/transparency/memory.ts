import {
  type KeyChain,
  type SignedRotation,
  followKeys,
  keyOfLogHead,
  keyOfProof,
} from '@truemark/protocol/evidence/keyChain'
import { type Cryptography, growthHolds, readLogHead } from '@truemark/protocol/evidence/verify'
import { parsedAs } from '@truemark/protocol/parsedAs'
import type { LiabilityEpoch } from '@truemark/protocol/routes/liabilities'
import * as z from 'zod/mini'
import { isHeadTrue, readHead } from './proof.ts'

const hex = z.string().check(z.regex(/^[0-9a-f]+$/))
const signedText = z.object({ head: z.string(), signature: hex })
const heads = z.object({
  /** The newest head of the log of evidence with the key that signed it; null before the first. */
  log: z.nullable(z.object({ key: hex, ...signedText.shape })),
  /** The newest head of what is owed, with its key. */
  owed: z.nullable(z.object({ key: hex, epoch: z.int(), digest: hex, ...signedText.shape })),
})
export type Heads = z.infer<typeof heads>

const contradictions = ['key', 'signature', 'log', 'owed'] as const
/** In what the past that is shown now differs from the one that was shown before. */
export type Contradiction = (typeof contradictions)[number]

const memoryShape = z.object({
  heads,
  /** When this browser began to keep them, and when it looked last; UTC ms. */
  since: z.int(),
  looked: z.int(),
  /** What was shown against what is kept, with the heads of then: it stays until its reader lets go of it. */
  broken: z.nullable(z.object({ what: z.enum(contradictions), at: z.int(), told: heads })),
})
export type Memory = z.infer<typeof memoryShape>

/** What a browser has kept; null where it is nothing that we wrote. */
export function readMemory(text: string | null): Memory | null {
  return text === null ? null : parsedAs(memoryShape, text)
}

/** What of the server is asked. */
export interface Told extends Cryptography {
  /** The statements by which keys handed over to others, the oldest first. */
  readonly rotations: () => Promise<readonly SignedRotation[]>
  /** The newest head of the log of evidence. */
  readonly log: () => Promise<Heads['log']>
  /** The way that shows the first `from` entries to begin the first `to`; null where the server has none. */
  readonly growth: (from: number, to: number) => Promise<readonly string[] | null>
  /** The proofs of what is owed, the newest first, as far back as `epoch` or as anybody can be made to read, with the key. */
  readonly owed: (epoch: number) => Promise<OwedTold>
}

export interface OwedTold {
  readonly key: string
  readonly epochs: readonly LiabilityEpoch[]
  /** Whether they go back as far as was asked, or to the first. */
  readonly whole: boolean
}

/**
 * Looks whether what the server shows of its past follows what this browser keeps of it, and keeps the newest of both
 * logs from then on. Where it does not follow, what was kept stays and what was told is kept beside it.
 * @param now UTC ms
 */
export async function remember(kept: Memory | null, told: Told, now: number): Promise<Memory> {
  if (kept !== null && kept.broken !== null) return kept
  const before = kept?.heads ?? { log: null, owed: null }
  const rotations = await told.rotations()
  const log = await told.log()
  const owed = await told.owed(before.owed?.epoch ?? Number.MAX_SAFE_INTEGER)
  // what could not be followed back to what is kept replaces nothing of it
  const heads: Heads = { log, owed: owed.whole ? newestOwed(owed) : before.owed }
  const what =
    (await logFault(before.log, log, told, rotations)) ?? (await owedFault(before.owed, owed, told, rotations))
  const since = kept?.since ?? now
  if (what === null) return { heads, since, looked: now, broken: null }
  return { heads: before, since, looked: now, broken: { what, at: now, told: heads } }
}

function newestOwed({ key, epochs }: OwedTold): Heads['owed'] {
  const [newest] = epochs
  if (newest === undefined) return null
  const { epoch, digest, head, signature } = newest
  return { key, epoch, digest, head, signature }
}

/** Whether statements lead from the key that was kept to the one that is told now; a key that is gone signs nothing. */
function isLed({ spans }: KeyChain, kept: string | undefined): boolean {
  return kept === undefined || spans.some(({ key }) => key === kept)
}

async function logFault(
  before: Heads['log'],
  log: Heads['log'],
  told: Told,
  rotations: readonly SignedRotation[],
): Promise<Contradiction | null> {
  if (log === null) return before === null ? null : 'log'
  const head = readLogHead(log.head)
  if (head === null) return 'signature'
  const chain = await followKeys('evidence', log.key, rotations, told)
  if (chain.holds === false) return 'key'
  const { key } = keyOfLogHead(chain.spans, head.size)
  if ((await told.isSignedBy(key, log.signature, log.head)) === false) return 'signature'
  if (!isLed(chain, before?.key)) return 'key'
  if (before === null) return null
  const first = readLogHead(before.head)
  if (first === null) return null
  if (head.size < first.size || head.time < first.time) return 'log'
  const path = head.size === first.size ? [] : await told.growth(first.size, head.size)
  return path !== null && growthHolds(told.sha256, first, head, path) ? null : 'log'
}

async function owedFault(
  before: Heads['owed'],
  { key, epochs, whole }: OwedTold,
  told: Told,
  rotations: readonly SignedRotation[],
): Promise<Contradiction | null> {
  const [newest] = epochs
  if (newest === undefined) return before === null ? null : 'owed'
  for (const one of epochs) if (!isHeadTrue(one)) return 'owed'
  const chain = await followKeys('liabilities', key, rotations, told)
  if (chain.holds === false) return 'key'
  const signer = keyOfProof(chain.spans, newest.epoch).key
  if ((await told.isSignedBy(signer, newest.signature, newest.head)) === false) return 'signature'
  if (!isLed(chain, before?.key)) return 'key'
  if (before === null) return null
  const chained = epochs.every((one, place) => {
    const older = epochs[place + 1]
    return older === undefined || readHead(one.head)?.previous === older.digest
  })
  const same = epochs.find(({ epoch }) => epoch === before.epoch)
  return chained && (same === undefined ? !whole : same.digest === before.digest) ? null : 'owed'
}
