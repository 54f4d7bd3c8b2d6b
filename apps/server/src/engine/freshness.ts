import type { Watermark } from './watermark.ts'

/** How long a question about history waits for the read models, in ms. */
export const freshnessTimeout = 2_000
const sweepSize = 10_000

/**
 * The journal row that each holder was last told of, so that a question about history can wait until the read models
 * hold it: nobody is shown less than was acknowledged to them.
 */
export class Freshness {
  readonly #watermark: Watermark
  readonly #told = new Map<number, number>()

  constructor(watermark: Watermark) {
    this.#watermark = watermark
  }

  /** Notes that `holder` was told of what the row `seq` committed. */
  told(holder: number, seq: number): void {
    const projected = this.#watermark.projected.seq
    if (seq <= projected) {
      this.#told.delete(holder)
      return
    }
    if (seq > (this.#told.get(holder) ?? 0)) this.#told.set(holder, seq)
    if (this.#told.size > sweepSize) this.#sweep(projected)
  }

  /** True when the read models hold all that `holder` was told of, false when that took longer than `timeout` ms. */
  ready(holder: number, timeout: number = freshnessTimeout): Promise<boolean> {
    return this.#watermark.waitFor(this.#told.get(holder) ?? 0, timeout)
  }

  #sweep(projected: number): void {
    for (const [holder, seq] of this.#told) if (seq <= projected) this.#told.delete(holder)
  }
}
