import { formatDecimal } from '@truemark/core/money/decimal'
import type { NamedPrice, PastPrice, PriceHistory } from '../market/door.ts'

const e12Scale = 12

/** A price as a sentence names it: whose, of what, how much and when. */
export function namedText({ source, symbol, sum, heard }: NamedPrice): string {
  return `${source} ${symbol} ${formatDecimal(sum * 5n, e12Scale + 1)} at ${new Date(heard).toISOString()}`
}

/** What was traded around a price, as a sentence names it. */
export function rangeText({ low, high }: Extract<PastPrice, { state: 'agrees' | 'apart' }>): string {
  return `${formatDecimal(low, e12Scale)} to ${formatDecimal(high, e12Scale)}`
}

/**
 * Compares prices with the sources' own public history: says a line for each, and how many agree.
 * @returns the exit code: 0 where some can be told and none stands apart, 1 where one does, 2 where none can be told
 */
export async function checkPrices(
  named: readonly NamedPrice[],
  history: Pick<PriceHistory, 'compare'>,
  say: (sentence: string) => void,
): Promise<number> {
  const counts = { agrees: 0, apart: 0, untold: 0 }
  for (const one of named) {
    const past = await history.compare(one)
    counts[past.state] += 1
    if (past.state === 'untold') say(`Untold: ${namedText(one)}: ${past.reason}.`)
    else
      say(`${past.state === 'agrees' ? 'Agrees' : 'Apart'}: ${namedText(one)}; traded around then: ${rangeText(past)}.`)
  }
  say(`${named.length} prices: ${counts.agrees} agree, ${counts.apart} stand apart, ${counts.untold} cannot be told.`)
  if (counts.apart > 0) return 1
  return counts.agrees > 0 ? 0 : 2
}
