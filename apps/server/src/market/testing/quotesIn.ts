import type { Quote } from '@truemark/core/book/mark'
import { quoteOf } from '@truemark/core/market/quoteOf'
import type { Command } from '@truemark/core/vocabulary'
import { firstSymbols } from '../symbols.ts'

/** The quote that a command of the market tells, as the exchange finds it from the sources; none where it tells none. */
export function quotesIn(command: Command): Quote[] {
  if (command.type === 'quote') return [command]
  if (command.type !== 'sourcedQuote') return []
  const decimals = firstSymbols.find(({ listing }) => listing === command.sample.listing)?.priceDecimals
  return decimals === undefined ? [] : [quoteOf(command, decimals)]
}
