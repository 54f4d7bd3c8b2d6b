import type { Event } from '@truemark/core/vocabulary'
import type { TermsEvidence } from '@truemark/protocol/routes/evidence'
import type { JournalRow } from '../engine/door.ts'
import { isOfTerms } from '../transparency/door.ts'

/** The changes of terms that evidence tells, each held against the row that it names. */
export class ToldTerms {
  readonly #told = new Map<number, TermsEvidence[]>()
  #next = 1

  /** Remembers a change that the journal bears; tells of one before it that is missing, since they are counted. */
  note(number: number, change: TermsEvidence): string | null {
    if (number !== this.#next) return `evidence_entry: the change of terms ${this.#next} is not in it`
    this.#next += 1
    const seq = change.journal?.seq ?? 0
    this.#told.set(seq, [...(this.#told.get(seq) ?? []), change])
    return null
  }

  /** What is told of the change that a row made; undefined where nothing is. */
  of(seq: number): TermsEvidence | undefined {
    return this.#told.get(seq)?.[0]
  }

  /** What was told otherwise of the row that changed terms, as a sentence; null where nothing was. */
  fault(event: Event, { seq, time, digest }: JournalRow): string | null {
    const told = isOfTerms(event) ? this.#told.get(seq) : undefined
    if (told === undefined) return null
    this.#told.delete(seq)
    const hex = Buffer.from(digest).toString('hex')
    const wrong = told.find(({ journal, time: said }) => journal?.digest !== hex || said !== time)
    return wrong === undefined ? null : `the evidence of the change of terms ${wrong.id}: row ${seq} is another`
  }

  /** A change that is told and that no row made; null where there is none. */
  endFault(): string | null {
    const [told] = this.#told.values()
    return told === undefined ? null : `evidence_entry of the change of terms ${told[0]?.id}: no row decided it`
  }
}
