import type { KeyChain } from '@truemark/protocol/evidence/keyChain'
import { readHeads } from '@truemark/protocol/evidence/headMail'
import { type WitnessStatement, keyOfWitnessed, readWitnessed } from '@truemark/protocol/evidence/witnessed'
import type { JournalRow } from '../engine/door.ts'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import { ExportFault } from './read.ts'

/** What a statement that a witness holds is called in a sentence. */
export function witnessOf(time: number): string {
  return `the witnessed statement of ${new Date(time).toISOString()}`
}

interface Ground {
  readonly spans: KeyChain['spans']
  /** When the export was made, UTC ms: what was stated later is not in it. */
  readonly created: number
}

/**
 * The statements that a witness holds of the time up to the export: from its lines of JSON, or from mails with heads. Throws an
 * ExportFault where one is not signed here. A line that a crash cut off is passed over: the whole one stands behind it.
 */
export function readWitness(text: string, { spans, created }: Ground): WitnessStatement[] {
  const found: WitnessStatement[] = []
  for (const [place, { statement, signature }] of readHeads(text).entries()) {
    const said = readWitnessed(statement)
    if (said === null || said.time > created) continue
    if (!isSignedByKey(keyOfWitnessed(spans, said.time).key, signature, statement))
      throw new ExportFault(`statement ${place + 1} of the witness is not signed under the key of the evidence`)
    found.push(said)
  }
  if (found.length === 0) throw new ExportFault('the witness holds no statement of the time up to the export')
  return found
}

/** Statements of a witness beside the rows and the proofs that they name. */
export class Witnessed {
  readonly #rows = new Map<number, WitnessStatement[]>()
  readonly #proofs = new Map<number, WitnessStatement[]>()

  constructor(statements: readonly WitnessStatement[]) {
    for (const said of statements) {
      const { seq } = said.journal
      const { epoch } = said.liabilities
      if (seq > 0) this.#rows.set(seq, [...(this.#rows.get(seq) ?? []), said])
      if (epoch > 0) this.#proofs.set(epoch, [...(this.#proofs.get(epoch) ?? []), said])
    }
  }

  /** What is told of a row otherwise, as a sentence; null where nothing is. */
  rowFault({ seq, digest }: JournalRow): string | null {
    const told = this.#rows.get(seq)
    if (told === undefined) return null
    this.#rows.delete(seq)
    const found = Buffer.from(digest).toString('hex')
    const other = told.find(({ journal }) => journal.digest !== found)
    return other === undefined ? null : `row ${seq} has another digest than ${witnessOf(other.time)} names`
  }

  /** What is told of a proof of what is owed otherwise. */
  proofFault({ epoch, digest }: { readonly epoch: number; readonly digest: string }): string | null {
    const told = this.#proofs.get(epoch)
    if (told === undefined) return null
    this.#proofs.delete(epoch)
    const other = told.find(({ liabilities }) => liabilities.digest !== digest)
    return other === undefined ? null : `liability_epoch epoch=${epoch}: ${witnessOf(other.time)} names another`
  }

  /** What is told of and is not there. */
  endFault(): string | null {
    const [row] = this.#rows
    const [proof] = this.#proofs
    if (row !== undefined) return `row ${row[0]} is missing, though ${witnessOf(row[1][0]?.time ?? 0)} names it`
    if (proof !== undefined)
      return `liability_epoch epoch=${proof[0]} is missing, though ${witnessOf(proof[1][0]?.time ?? 0)} names it`
    return null
  }
}
