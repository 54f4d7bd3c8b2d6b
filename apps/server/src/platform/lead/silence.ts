import type { Leader } from './leadSession.ts'

/** Fewer looks than this say nothing, however long they took. */
const looksMin = 4

/**
 * Whether a leader says nothing, by looks at its last beat. The time between them is told by this process's own clock, which
 * never steps; a look that was slow, or late, begins anew, because what held it up may have held up the leader's beat as well.
 */
export class SilenceWatch {
  readonly #silence: number
  #seen = ''
  #since = 0
  #looks = 0
  #lookedAt = Number.NEGATIVE_INFINITY

  /** For `silence` ms it has to say nothing. */
  constructor(silence: number) {
    this.#silence = silence
  }

  /** Takes a look that was asked for and answered at these moments (ms of `performance.now()`); whether the leader was silent for the whole time allowed. */
  isSilent(leader: Leader, asked: number, answered: number): boolean {
    const slow = this.#silence / 3
    const isPrompt = answered - asked < slow && asked - this.#lookedAt < slow
    const seen = `${leader.session} ${leader.beat}`
    this.#lookedAt = answered
    if (!isPrompt || seen !== this.#seen || leader.beat === null) {
      this.#seen = seen
      this.#since = answered
      this.#looks = 0
    }
    this.#looks += 1
    return this.#looks >= looksMin && asked - this.#since > this.#silence
  }
}
