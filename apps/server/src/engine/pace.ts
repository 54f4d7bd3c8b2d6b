const burstSeconds = 0.05

/** How many commands may be taken now under a limit per second. Times are milliseconds. */
export class Pace {
  #perSecond: number | null = null
  #allowance = 0
  #at = 0

  set(perSecond: number | null, now: number): void {
    if (this.#perSecond === null) this.#allowance = 0
    else this.quota(now)
    this.#perSecond = perSecond
    this.#at = now
  }

  quota(now: number): number {
    if (this.#perSecond === null) return Infinity
    const burst = Math.max(1, this.#perSecond * burstSeconds)
    const elapsed = Math.max(0, now - this.#at)
    this.#allowance = Math.min(burst, this.#allowance + (elapsed * this.#perSecond) / 1_000)
    this.#at = now
    return Math.floor(this.#allowance)
  }

  spend(count: number): void {
    if (this.#perSecond !== null) this.#allowance = Math.max(0, this.#allowance - count)
  }
}
