import type { HolderId } from '../ledger/holders.ts'
import type { Holders } from '../ledger/standing.ts'

/** How far one step of a round goes: how many holders it asks at most, and how many ended orders are enough for it to ask no more. */
export interface Pace {
  readonly holders: number
  readonly orders: number
}

/** Of one holder more a step may end what is open, which is bounded too. */
export const usualPace: Pace = { holders: 10_000, orders: 1_000 }

/**
 * The round in which everyone is asked again whether what rests of them could still be placed, holder by holder in the
 * order in which they came. It begins where many may have lost new risk at once, and with each start of an execution,
 * since what rests may come from other rules. Until it is over nobody's order counts as asked: whoever meets it asks.
 * Ambient.
 */
export class Round {
  pace = usualPace
  #isOn = false
  #next = 0
  #isAgain = false

  /** Whether all that rests could be placed now. */
  get isOver(): boolean {
    return !this.#isOn
  }

  /** Has everyone asked, once more where some have been already. */
  begin(): void {
    this.#isOn = true
    this.#isAgain = this.#next > 0
  }

  /** As {@link begin}, with nothing known of what was before. */
  restart(): void {
    this.#next = 0
    this.begin()
  }

  /** Who is asked next; null where the round ends here. */
  next(holders: Pick<Holders, 'at'>): HolderId | null {
    const holder = this.#isOn ? holders.at(this.#next) : undefined
    if (holder !== undefined) {
      this.#next += 1
      return holder
    }
    this.#next = 0
    this.#isOn = this.#isAgain
    this.#isAgain = false
    return null
  }
}
