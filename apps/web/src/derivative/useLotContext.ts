import { useMemo } from 'react'
import { useBook } from '../data/marketStore.ts'
import { contextOf, type ContextSource } from './contextNow.ts'
import type { LotContext } from './lotContext.ts'
import { nothingOpen } from './openOf.ts'
import { useDeciding, useLiveAccount, useLotTerms, useMarks, useOpenPositions } from './useLots.ts'

/**
 * What a form is reckoned from, live: renders again with each change of the book, the mark or the account. Only what
 * shows figures asks for it, so that a tick draws nothing else anew. Null until it is known.
 */
export function useLotContext({ symbol, product, mode, multiple }: ContextSource): LotContext | null {
  const terms = useLotTerms()
  const { all: open, resting } = useOpenPositions() ?? nothingOpen
  const book = useBook(symbol, 'derivative')
  const symbols = useMemo(() => [symbol, ...open.map((each) => each.symbol)], [symbol, open])
  const markOf = useMarks(symbols)
  const decides = useDeciding(symbols)
  const account = useLiveAccount()
  return useMemo(
    () =>
      terms && contextOf({ symbol, product, mode, multiple }, { terms, book, markOf, decides, open, resting, account }),
    [terms, symbol, product, mode, multiple, book, markOf, decides, open, resting, account],
  )
}
