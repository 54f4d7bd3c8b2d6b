import type { MarginMode } from '@truemark/protocol/routes/derivative'
import type { SymbolView } from '@truemark/protocol/routes/market'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useBook } from '../data/marketStore.ts'
import { priceStore } from '../data/prices.ts'
import { ownMarket, type LotContext, type LotProduct } from './lotContext.ts'
import { emptyLotForm, type LotForm } from './lotForm.ts'
import { reduceLotForm, type LotAction } from './lotReducer.ts'
import { lotsAgainst, tenthsOf, type LotTerms } from './lotTerms.ts'
import { previewInput } from './previewInput.ts'
import { useLiveAccount, useLotTerms, useMarks, useOpenPositions } from './useLots.ts'

/** How a market is margined where the form does not say so itself. */
export interface LotSetting {
  readonly mode: MarginMode
  readonly multiple: number
}

/** The form of a market: what stands in it, what it is reckoned from, and how it changes. `context` is null until known. */
export interface LotTicket {
  readonly form: LotForm
  readonly context: LotContext | null
  readonly act: (action: LotAction) => void
}

/**
 * Holds the form of a contract or a perpetual. Another market begins a new one, with its last price as the limit.
 * @param setting a perpetual's mode and multiple; null where the form's own multiple counts (contracts)
 */
export function useLotTicket(market: SymbolView, product: LotProduct, setting: LotSetting | null): LotTicket {
  const [form, setForm] = useState<LotForm>(emptyLotForm)
  const [begun, setBegun] = useState<string | null>(null)
  // Once it has begun, a new price is no news to the form.
  const last = useStore(priceStore, (state) =>
    begun === market.symbol ? undefined : state.prices.get(market.symbol)?.price,
  )
  if (begun !== market.symbol && last !== undefined) {
    setBegun(market.symbol)
    setForm({ ...emptyLotForm, side: form.side, type: form.type, multiple: form.multiple, price: last })
  }
  const context = useLotContext(market.symbol, product, setting ?? { mode: 'isolated', multiple: form.multiple })
  const act = (action: LotAction) => {
    if (context) setForm((state) => reduceLotForm(state, action, context))
  }
  return { form, context, act }
}

/** What a form is reckoned from, live: renders again with each change of the book, the mark or the account. */
function useLotContext(symbol: string, product: LotProduct, { mode, multiple }: LotSetting): LotContext | null {
  const all = useLotTerms()
  const terms = all?.get(symbol)
  const open = useOpenPositions()
  const book = useBook(symbol, 'derivative')
  const markOf = useMarks(useMemo(() => [symbol, ...(open?.all ?? []).map((each) => each.symbol)], [symbol, open]))
  const account = useLiveAccount()
  return useMemo(() => {
    if (terms === undefined) return null
    const input = previewInput([symbol], open?.all ?? [], (each) => all?.get(each), markOf)
    const mark = tenthsOf(markOf(symbol), terms)
    const own = input.positions.find((each) => each.market === ownMarket && each.kind !== 'ticket')
    return {
      product,
      terms,
      mode,
      multiple: fitting(multiple, terms),
      depth: { buy: lotsAgainst(terms, 'buy', book), sell: lotsAgainst(terms, 'sell', book) },
      mark,
      usable: account?.usable ?? null,
      markets: input.markets,
      holder:
        account === null || mark === null || input.stale
          ? null
          : { available: account.available, perpetualHold: account.perpetualHold, positions: input.positions },
      position: product === 'perpetual' ? (own ?? null) : null,
    }
  }, [all, terms, product, mode, multiple, book, markOf, account, open, symbol])
}

/** The multiple itself where the market offers it, else the largest below it. */
function fitting(multiple: number, { multiples }: LotTerms): number {
  return multiples.findLast((each) => each <= multiple) ?? multiples[0] ?? 1
}
