import { type DollarRate, type E12, isBook } from '@truemark/core/market/indexPrice'

const rateMin = 900_000_000_000n
const rateMax = 1_100_000_000_000n

/** What is known of the sources as such, whatever the symbol: when each was heard, and the dollar rates. */
export class SourceBoard {
  readonly #heard = new Map<string, number>()
  readonly #rates = new Map<string, { bid: E12; ask: E12; heard: number }>()
  readonly #ranks: readonly string[]
  readonly #heardMax: number

  /** `ranks` names the sources that can be the reference market, best first. */
  constructor(ranks: readonly string[], heardMax: number) {
    this.#ranks = ranks
    this.#heardMax = heardMax
  }

  get ranks(): readonly string[] {
    return this.#ranks
  }

  /** When anything was last heard from a source (UTC ms), 0 for never or since it went down. */
  heardAt(source: string): number {
    return this.#heard.get(source) ?? 0
  }

  hear(source: string, received: number): void {
    if (received > this.heardAt(source)) this.#heard.set(source, received)
  }

  down(source: string): void {
    this.#heard.delete(source)
    this.#rates.delete(source)
  }

  /** Each source that is heard, with when it was heard last, by name. */
  heard(now: number): readonly { readonly source: string; readonly heard: number }[] {
    return [...this.#heard]
      .filter(([source]) => this.isHeard(source, now))
      .map(([source, heard]) => ({ source, heard }))
      .toSorted((a, b) => (a.source < b.source ? -1 : 1))
  }

  isHeard(source: string, now: number): boolean {
    return now - this.heardAt(source) <= this.#heardMax
  }

  /**
   * Takes a source's USDT/USD book. One rate moves all dollar books alike, so that they would confirm each other's
   * jump: a rate more than a tenth from one is therefore none.
   */
  setRate(source: string, bid: E12, ask: E12, heard: number): void {
    const mid = (bid + ask) / 2n
    if (isBook({ bid, ask }) && mid >= rateMin && mid <= rateMax) this.#rates.set(source, { bid, ask, heard })
    else this.#rates.delete(source)
  }

  withdrawRate(source: string): void {
    this.#rates.delete(source)
  }

  /** The USDT/USD book of the best-ranked source that is heard and spoke of it lately, or null. */
  rate(now: number): (DollarRate & { readonly source: string }) | null {
    for (const source of this.#ranks) {
      const book = this.#rates.get(source)
      if (book !== undefined && this.isHeard(source, now) && now - book.heard <= this.#heardMax)
        return { source, ...book }
    }
    return null
  }
}
