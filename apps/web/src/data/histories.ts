import { historyBatch, historySymbolsMax } from '@truemark/protocol/routes/market'
import type { AnswerOf, QueryOf } from '@truemark/protocol/routes/route'
import { call } from './api.ts'

type Histories = AnswerOf<typeof historyBatch>

/** The symbols in parts, of which each is one call's. */
export function partsOf(symbols: readonly string[]): string[] {
  const parts: string[] = []
  for (let at = 0; at < symbols.length; at += historySymbolsMax) {
    parts.push(symbols.slice(at, at + historySymbolsMax).join(','))
  }
  return parts
}

/** The candles of any number of symbols, in as many calls as that takes; fails where one of them does. */
export async function historiesOf(
  symbols: readonly string[],
  query: Omit<QueryOf<typeof historyBatch>, 'symbol'>,
): Promise<Histories> {
  const parts = partsOf(symbols).map((symbol) => call(historyBatch, { query: { symbol, ...query } }))
  return (await Promise.all(parts)).flat()
}
