import type { MarginMode } from '@truemark/protocol/routes/derivative'
import type { SymbolView } from '@truemark/protocol/routes/market'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useMarkets } from '../data/markets.ts'
import { priceStore } from '../data/prices.ts'
import { contextNow } from './contextNow.ts'
import type { LotProduct } from './lotContext.ts'
import { keepLots, keptLots } from './lotDraft.ts'
import { emptyLotForm, type LotForm } from './lotForm.ts'
import { reduceLotForm, type LotAction } from './lotReducer.ts'
import type { LotTerms } from './lotTerms.ts'
import { useLotTerms } from './useLots.ts'

/** How a market is margined where the form does not say so itself. */
export interface LotSetting {
  readonly mode: MarginMode
  readonly multiple: number
}

/** The form of a market: what stands in it and how it changes. What it comes to is reckoned where it is shown. */
export interface LotTicket {
  readonly symbol: string
  readonly product: LotProduct
  readonly form: LotForm
  readonly mode: MarginMode
  readonly multiple: number
  readonly act: (action: LotAction) => void
}

/**
 * Holds the form of a contract or a perpetual. Another market begins a new one, with its last price as the limit.
 * @param setting a perpetual's mode and multiple; null where the form's own multiple counts (contracts)
 */
export function useLotTicket(market: SymbolView, product: LotProduct, setting: LotSetting | null): LotTicket {
  const [form, setForm] = useState<LotForm>(emptyLotForm)
  const [begun, setBegun] = useState<string | null>(null)
  const all = useLotTerms()
  const markets = useMarkets().data
  const { symbol } = market
  // Once it has begun, a new price is no news to the form.
  const last = useStore(priceStore, (state) => (begun === symbol ? undefined : state.prices.get(symbol)?.price))
  if (begun !== symbol && last !== undefined) {
    setBegun(symbol)
    const fresh = { ...emptyLotForm, side: form.side, type: form.type, multiple: form.multiple, price: last }
    setForm(keptLots(product, symbol) ?? fresh)
  }
  useEffect(() => {
    if (begun !== null) keepLots(product, begun, form)
  }, [product, begun, form])
  const { mode, multiple } = setting ?? { mode: 'isolated', multiple: form.multiple }
  const terms = all?.get(symbol)
  const source = { symbol, product, mode, multiple: terms ? fitting(multiple, terms) : multiple }
  const act = (action: LotAction) => {
    const context = contextNow(source, all, markets)
    if (context) setForm((state) => reduceLotForm(state, action, context))
    // which button was pressed counts also while the terms are on their way
    else if (action.type === 'side') setForm((state) => ({ ...state, side: action.side }))
  }
  return { ...source, form, act }
}

/** The multiple itself where the market offers it, else the largest below it. */
function fitting(multiple: number, { multiples }: LotTerms): number {
  return multiples.findLast((each) => each <= multiple) ?? multiples[0] ?? 1
}
