/** What part of the time a venue's frames may take to be read, and how much (ms) of it may be used at once. */
const share = 0.5
const burst = 500

/** How much of the market's thread one venue's connection may take: what it has not used it may save up to the burst. */
export class ReadingBudget {
  #left = burst
  #at: number | null = null

  /** Notes a reading that took from `began` to `ended` (ms); gives how long it has to rest from then on, 0 for not at all. */
  spend(began: number, ended: number): number {
    const idle = this.#at === null ? 0 : Math.max(0, began - this.#at)
    this.#left = Math.min(burst, this.#left + idle * share) - (ended - began)
    this.#at = ended
    return this.#left >= 0 ? 0 : Math.ceil(-this.#left / share)
  }
}
