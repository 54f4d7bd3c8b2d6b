import { deskSymbols, type DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { call } from '../data/http.ts'
import { useWhole, type List } from '../data/lists.ts'

const refreshMs = 10_000

/** The markets with their terms. */
export function useMarkets(): List<DeskSymbol> {
  return useWhole(['symbols'], () => call(deskSymbols, {}), { everyMs: refreshMs, csv: { list: deskSymbols } })
}
