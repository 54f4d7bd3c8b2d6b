import { parseDecimal } from '@truemark/core/money/decimal'

/** Reads texts into a listing's integers, and remembers whether one of them was none. */
export class TermsReader {
  #faulty = false

  get faulty(): boolean {
    return this.#faulty
  }

  /** The integer of a text at a scale; `kept` where the text is absent. */
  read(text: string | undefined, scale: number, kept: number): number {
    if (text === undefined) return kept
    const units = parseDecimal(text, scale)
    if (units === null || units > BigInt(Number.MAX_SAFE_INTEGER)) {
      this.#faulty = true
      return kept
    }
    return Number(units)
  }
}
