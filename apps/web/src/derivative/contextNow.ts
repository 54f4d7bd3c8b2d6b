import type { MarginMode } from '@truemark/protocol/routes/derivative'
import type { Book, SymbolView } from '@truemark/protocol/routes/market'
import { accountStore } from '../data/account.ts'
import { bookKey, markIn, marketStore } from '../data/marketStore.ts'
import { decidesAs } from '../data/markets.ts'
import type { LiveAccount } from './liveAccount.ts'
import { liveAccount } from './liveAccount.ts'
import { ownMarket, type LotContext, type LotProduct } from './lotContext.ts'
import { lotsAgainst, tenthsOf, type LotTerms } from './lotTerms.ts'
import { contractAvailable, nothingOpen, openOf } from './openOf.ts'
import { previewInput, type PreviewSources } from './previewInput.ts'

/** Which form a context is for. */
export interface ContextSource {
  readonly symbol: string
  readonly product: LotProduct
  readonly mode: MarginMode
  readonly multiple: number
}

/** What a context is made of, besides its source. */
export interface ContextParts extends Omit<PreviewSources, 'termsOf'> {
  readonly terms: ReadonlyMap<string, LotTerms>
  readonly book: Book | undefined
  readonly account: LiveAccount | null
}

/** What a form is reckoned from; null while its market has no terms. */
export function contextOf({ symbol, product, mode, multiple }: ContextSource, parts: ContextParts): LotContext | null {
  const terms = parts.terms.get(symbol)
  if (terms === undefined) return null
  const { book, markOf, account } = parts
  const input = previewInput([symbol], { ...parts, termsOf: (each) => parts.terms.get(each) })
  const mark = tenthsOf(markOf(symbol), terms)
  const own = input.positions.find((each) => each.market === ownMarket && each.kind !== 'ticket')
  return {
    product,
    terms,
    mode,
    multiple,
    depth: { buy: lotsAgainst(terms, 'buy', book), sell: lotsAgainst(terms, 'sell', book) },
    mark,
    usable: account?.usable ?? null,
    markets: input.markets,
    holder:
      account === null || mark === null || input.stale
        ? null
        : {
            available: account.available,
            perpetualHold: account.perpetualHold,
            positions: input.positions,
            resting: input.resting,
          },
    undecided: account?.undecided ?? null,
    position: product === 'perpetual' ? (own ?? null) : null,
  }
}

/** The same as it is at this moment, for a change of the form; nothing follows it. */
export function contextNow(
  source: ContextSource,
  terms: ReadonlyMap<string, LotTerms> | null,
  markets: readonly SymbolView[] | undefined,
): LotContext | null {
  if (terms === null) return null
  const market = marketStore.getState()
  const { assets, derivatives } = accountStore.getState()
  const markOf = (symbol: string) =>
    markIn(market, symbol) ?? markets?.find((each) => each.symbol === symbol)?.index ?? undefined
  const decides = (symbol: string) => {
    const listed = markets?.find((each) => each.symbol === symbol)
    return decidesAs(market.statuses.get(symbol), listed)
  }
  const { all: open, resting } = derivatives ? openOf(derivatives) : nothingOpen
  const termsOf = (symbol: string) => terms.get(symbol)
  const available = contractAvailable(assets?.balances)
  const account =
    derivatives === null || available === null
      ? null
      : liveAccount(derivatives.account, available, { open, termsOf, markOf, decides })
  return contextOf(source, {
    terms,
    book: market.books.get(bookKey(source.symbol, 'derivative')),
    markOf,
    decides,
    open,
    resting,
    account,
  })
}
