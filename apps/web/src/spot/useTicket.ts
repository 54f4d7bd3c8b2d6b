import { useQuery } from '@tanstack/react-query'
import { parseDecimal } from '@truemark/core/money/decimal'
import { coins as coinsRoute, type SymbolView } from '@truemark/protocol/routes/market'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { accountStore } from '../data/account.ts'
import { call } from '../data/api.ts'
import { marketStore } from '../data/marketStore.ts'
import { priceStore } from '../data/prices.ts'
import { keepTicket, keptTicket } from './ticketDraft.ts'
import { depthAgainst, indexTenthsOf, ticketTerms, type TicketTerms } from './terms.ts'
import { emptyTicket, reduceTicket, type TicketAction, type TicketContext, type TicketForm } from './ticketForm.ts'

/** The order form of a market: what stands in it, and how it changes. `terms` is null until they are known. */
export interface Ticket {
  readonly form: TicketForm
  readonly terms: TicketTerms | null
  readonly act: (action: TicketAction) => void
}

const coinsStaleMs = 3_600_000

/** Holds the order form of a market. Another market begins a new form, with its last price as the limit. */
export function useTicket(market: SymbolView): Ticket {
  const coins = useQuery({ queryKey: ['coins'], queryFn: () => call(coinsRoute, {}), staleTime: coinsStaleMs })
  const terms = useMemo(() => (coins.data ? ticketTerms(market, coins.data) : null), [market, coins.data])
  const [form, setForm] = useState<TicketForm>(emptyTicket)
  const [begun, setBegun] = useState<string | null>(null)
  // Once it has begun, a new price is no news to the form.
  const last = useStore(priceStore, (state) =>
    begun === market.symbol ? undefined : state.prices.get(market.symbol)?.price,
  )
  if (begun !== market.symbol && last !== undefined) {
    setBegun(market.symbol)
    setForm(keptTicket(market.symbol) ?? { ...emptyTicket, side: form.side, type: form.type, price: last })
  }

  useEffect(() => {
    if (begun !== null) keepTicket(begun, form)
  }, [begun, form])
  const act = useCallback(
    (action: TicketAction) => {
      if (terms) setForm((state) => reduceTicket(state, action, contextNow(terms)))
    },
    [terms],
  )
  return { form, terms, act }
}

/** What the form is reckoned from, as it is at this moment. */
export function contextNow(terms: TicketTerms): TicketContext {
  const book = marketStore.getState().books.get(terms.symbol)
  return {
    terms,
    available: availableOf(terms),
    depth: { buy: depthAgainst(terms, 'buy', book), sell: depthAgainst(terms, 'sell', book) },
    indexTenths: indexTenthsOf(terms, book),
  }
}

/** What the form is reckoned from, live: renders again with each change of the book or the balances. */
export function useTicketContext(terms: TicketTerms): TicketContext {
  const book = useStore(marketStore, (state) => state.books.get(terms.symbol))
  const assets = useStore(accountStore, (state) => state.assets)
  return useMemo(
    () => ({
      terms,
      available: assets === null ? null : availableOf(terms),
      depth: { buy: depthAgainst(terms, 'buy', book), sell: depthAgainst(terms, 'sell', book) },
      indexTenths: indexTenthsOf(terms, book),
    }),
    [terms, book, assets],
  )
}

function availableOf(terms: TicketTerms): TicketContext['available'] {
  const { assets } = accountStore.getState()
  if (assets === null) return null
  const of = (currency: string, scale: number) => {
    const balance = assets.balances.find((each) => each.account === 'coin' && each.currency === currency)
    return parseDecimal(balance?.available ?? '0', scale) ?? 0n
  }
  return { base: of(terms.base, terms.baseScale), quote: of(terms.quote, terms.quoteScale) }
}
