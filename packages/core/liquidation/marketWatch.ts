import type { HolderId } from '../ledger/holders.ts'
import { PriceTriggers } from '../trigger/priceTriggers.ts'
import { SafeBands } from '../trigger/safeBands.ts'

/** What waits for the marks of one listing in one realm. Whoever changes anything in it calls {@link change}. */
export class MarketWatch {
  /** Stop-losses and take-profits: twice the position's id, and one more for a take-profit. */
  readonly targets = new PriceTriggers()
  /** The first mark that liquidates a position on its own margin. */
  readonly edges = new PriceTriggers()
  /** The marks within which cross positions leave their accounts safe. */
  readonly bands = new SafeBands()
  /** Positions that have been triggered and are not closed yet. */
  readonly firing = new Set<number>()
  /** Holders of cross accounts that nothing can be closed of until this listing's mark, or another of theirs, decides. */
  readonly waiting = new Set<HolderId>()
  /** The mark at which the last whole tick ended, in tenths of a tick; 0 before the first. */
  previousTenths = 0
  #changed = false
  #below = Number.NEGATIVE_INFINITY
  #above = Number.POSITIVE_INFINITY

  /** Says that the next marks that fire anything may be others now. */
  change(): void {
    this.#changed = true
  }

  /** Whether a mark that decides fires nothing: two comparisons, whatever is open. */
  isQuiet(markTenths: number): boolean {
    if (this.#changed) this.#settle()
    return markTenths > this.#below && markTenths < this.#above
  }

  /** Whether a mark that does not decide concerns no cross account. */
  isWithinBands(markTenths: number): boolean {
    return !this.bands.isLeft(markTenths)
  }

  #settle(): void {
    this.#changed = false
    const { targets, edges, bands } = this
    if (this.firing.size > 0 || this.waiting.size > 0) {
      this.#below = Number.POSITIVE_INFINITY
      return
    }
    this.#below = Math.max(targets.below, edges.below, bands.below)
    this.#above = Math.min(targets.above, edges.above, bands.above)
  }
}
