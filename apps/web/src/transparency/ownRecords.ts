import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import type { Record } from '@truemark/protocol/routes/account'

/** A line of one account and one currency, as the records tell it, the newest first. */
export type RecordLine = Pick<Record, 'date' | 'from' | 'to' | 'balance'>

/**
 * What an account held at a moment (UTC ms), by its own lines up to it, the newest first: what stands behind the newest
 * line, and, since several of one millisecond can stand on both sides of the moment, behind each of that millisecond and
 * the one before. Empty where no line is old enough: there was nothing then. Lines against what is held move nothing.
 */
export function heldAt(lines: readonly RecordLine[], moment: number): readonly string[] {
  const moved = lines.filter(({ date, from, to }) => date <= moment && from !== 'held' && to !== 'held')
  const first = moved.findIndex(({ date }) => date < moment)
  return moved.slice(0, first === -1 ? moved.length : first + 1).map(({ balance }) => balance)
}

/** No currency has more decimals. */
const scale = 18

/** How a proof's amount of a currency stands to what one's records say; amounts are decimals of the currency. */
export interface Compared {
  readonly currency: string
  /** What the proof says; null where it says nothing of the currency. */
  readonly proved: string | null
  /** What the records say that the accounts held then. */
  readonly recorded: string
  /** What the proof says beyond the accounts: it is what was put into products. */
  readonly beyond: string
  readonly holds: boolean
}

/**
 * Compares the amount that a proof says with what each account held by its records (`heldAt` of each). The proof may say
 * more, by what is put into products; less, or nothing where something was held, does not hold.
 */
export function compare(currency: string, proved: string | null, accounts: readonly (readonly string[])[]): Compared {
  const units = (text: string): bigint => parseDecimal(text, scale) ?? 0n
  let sums = [0n]
  for (const account of accounts) {
    if (account.length > 0) sums = account.flatMap((text) => sums.map((sum) => sum + units(text)))
  }
  const said = proved === null ? 0n : units(proved)
  const fitting = sums.filter((sum) => sum <= said).toSorted((a, b) => (a > b ? -1 : 1))[0]
  const recorded = fitting ?? sums[0] ?? 0n
  return {
    currency,
    proved,
    recorded: formatDecimal(recorded, scale),
    beyond: formatDecimal(fitting === undefined ? 0n : said - fitting, scale),
    holds: fitting !== undefined,
  }
}
