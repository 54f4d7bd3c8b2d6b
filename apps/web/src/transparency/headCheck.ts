import { type KeyChain, type SignedRotation, followKeys } from '@truemark/protocol/evidence/keyChain'
import { readHeads } from '@truemark/protocol/evidence/headMail'
import { type Cryptography, growthHolds, readLogHead } from '@truemark/protocol/evidence/verify'
import { type WitnessStatement, keyOfWitnessed, readWitnessed } from '@truemark/protocol/evidence/witnessed'

/** What the server shows today, with which a head that somebody holds is compared. */
export interface ShownToday extends Cryptography {
  /** The newest key of the evidence, and the statements that lead to it. */
  readonly keys: () => Promise<{ readonly newest: string; readonly rotations: readonly SignedRotation[] }>
  /** The digest of a row; null where there is none. */
  readonly row: (seq: number) => Promise<string | null>
  /** The text of the newest head of the log of evidence; null before the first. */
  readonly log: () => Promise<string | null>
  readonly growth: (from: number, to: number) => Promise<readonly string[] | null>
  /** The digest of a proof of what is owed; null where there is none. */
  readonly proof: (epoch: number) => Promise<string | null>
}

/** What was looked at, and whether it holds; null where this browser cannot tell. */
export interface HeadFinding {
  readonly name: 'signed' | 'row' | 'log' | 'owed'
  readonly holds: boolean | null
}

export interface CheckedHead {
  readonly said: WitnessStatement
  readonly findings: readonly HeadFinding[]
}

/** Checks every head that a text bears against its key and what is shown today; empty where it bears none. */
export async function checkHeads(text: string, shown: ShownToday): Promise<readonly CheckedHead[]> {
  const heads = readHeads(text).flatMap(({ statement, signature }) => {
    const said = readWitnessed(statement)
    return said === null ? [] : [{ said, statement, signature }]
  })
  if (heads.length === 0) return []
  const { newest, rotations } = await shown.keys()
  const chain = await followKeys('evidence', newest, rotations, shown)
  return Promise.all(
    heads.map(async ({ said, statement, signature }): Promise<CheckedHead> => {
      const signed = await isSigned(chain, said, (key) => shown.isSignedBy(key, signature, statement))
      const findings: HeadFinding[] = [{ name: 'signed', holds: signed }]
      // what anybody could have written is compared with nothing
      return { said, findings: signed === false ? findings : [...findings, ...(await compared(said, shown))] }
    }),
  )
}

async function isSigned(
  chain: KeyChain,
  { time }: WitnessStatement,
  isBy: (key: string) => Promise<boolean | null>,
): Promise<boolean | null> {
  return chain.holds === true ? isBy(keyOfWitnessed(chain.spans, time).key) : chain.holds
}

async function compared(
  { journal, evidence, liabilities }: WitnessStatement,
  shown: ShownToday,
): Promise<HeadFinding[]> {
  const found: HeadFinding[] = []
  if (journal.seq > 0) found.push({ name: 'row', holds: (await shown.row(journal.seq)) === journal.digest })
  if (evidence.size > 0) found.push({ name: 'log', holds: await hasGrown(evidence, shown) })
  if (liabilities.epoch > 0)
    found.push({ name: 'owed', holds: (await shown.proof(liabilities.epoch)) === liabilities.digest })
  return found
}

async function hasGrown({ size, root }: WitnessStatement['evidence'], shown: ShownToday): Promise<boolean> {
  const text = await shown.log()
  const now = text === null ? null : readLogHead(text)
  if (now === null || now.size < size) return false
  const path = now.size === size ? [] : await shown.growth(size, now.size)
  return path !== null && growthHolds(shown.sha256, { ...now, size, root }, now, path)
}
