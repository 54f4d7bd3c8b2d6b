import type { HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import { type OwnedKind, Owners } from './owners.ts'
import type { Watermark } from './watermark.ts'

const patienceFirst = 1_000
const holdersMaxDefault = 100_000

/** Lets a holder read no history that is older than what they were last told. */
export class Reads {
  readonly #watermark: Watermark
  readonly #told = new Map<HolderId, number>()
  readonly #patience: number
  readonly #holdersMax: number
  readonly #owners = new Owners()
  readonly #end: (() => Promise<number>) | null
  #first = 0
  #last = 0
  #committed = 0

  /**
   * `patience` is how long a reader waits at most, in ms; of `holdersMax` holders it is known what each was told. Where other
   * processes tell as well, `end` says where the journal ends now: up to there anybody may have been told of anything.
   */
  constructor(
    watermark: Watermark,
    patience = patienceFirst,
    holdersMax = holdersMaxDefault,
    end: (() => Promise<number>) | null = null,
  ) {
    this.#watermark = watermark
    this.#patience = patience
    this.#holdersMax = holdersMax
    this.#end = end
    watermark.onProjected(({ seq }) => this.#owners.projected(seq))
  }

  /** Notes where the journal ended when this process began: of what stands there anybody may have been told. */
  began(seq: number): void {
    this.#first = seq
    this.committed(seq, [])
  }

  /** Notes that a holder was told of the journal's row `seq`. */
  note(holder: HolderId, seq: number): void {
    if (this.#told.size >= this.#holdersMax && !this.#told.has(holder)) this.#forget()
    this.#told.set(holder, Math.max(seq, this.#told.get(holder) ?? 0))
    this.#last = Math.max(seq, this.#last)
  }

  // whoever is forgotten may have been told of all that anybody was
  #forget(): void {
    this.#told.clear()
    this.#first = Math.max(this.#first, this.#last)
  }

  /** Notes that the journal has the row `seq`, with these events. */
  committed(seq: number, events: readonly Event[]): void {
    this.#committed = Math.max(this.#committed, seq)
    this.#owners.take(events, seq)
  }

  /** Whether something that has no row yet is another's than the holder's. */
  isOthers(kind: OwnedKind, number: number, holder: HolderId): boolean {
    return (this.#owners.of(kind, number) ?? holder) !== holder
  }

  /**
   * Waits, up to a limit, until the read models hold all that was committed when it was called: for what the market
   * does to a holder, of which nobody told them. False where they do not hold it by then.
   */
  current(): Promise<boolean> {
    return this.#watermark.waitFor(this.#committed, this.#patience)
  }

  /** Waits, up to a limit, until the read models hold what the holder was told. */
  async settled(holder: HolderId): Promise<void> {
    const seq = this.#end === null ? (this.#told.get(holder) ?? this.#first) : await this.#end()
    await this.#watermark.waitFor(seq, this.#patience)
  }
}
