import { accountOne } from '@truemark/protocol/routes/account'
import { contractOrders } from '@truemark/protocol/routes/contract'
import { derivativeTermsAll } from '@truemark/protocol/routes/derivative'
import { marketBook } from '@truemark/protocol/routes/market'
import { perpetualAccountOne, perpetualPositions } from '@truemark/protocol/routes/perpetual'
import { parseDecimal } from '@truemark/core/money/decimal'
import * as z from 'zod/mini'
import type { LotContext, LotProduct } from '../../apps/web/src/derivative/lotContext.ts'
import { type LotTerms, lotTerms, lotsAgainst, tenthsOf } from '../../apps/web/src/derivative/lotTerms.ts'
import { keptBracketsOf } from '../../apps/web/src/derivative/openOf.ts'
import {
  type OpenPosition,
  positionOfPerpetual,
  positionOfTicket,
  restingLots,
} from '../../apps/web/src/derivative/openPosition.ts'
import { previewInput } from '../../apps/web/src/derivative/previewInput.ts'

/** Reads the data of a GET that must succeed. */
export type Read = (path: string) => Promise<unknown>

const usdtScale = 6
const pageMax = 100

/** What a person has open, and what the form's market stands at, as one call after another tells it. */
export interface Seen {
  readonly open: readonly OpenPosition[]
  readonly available: bigint
  readonly context: LotContext
}

/** The terms of every market as the web app's forms compute with them. */
export async function readTerms(read: Read): Promise<ReadonlyMap<string, LotTerms>> {
  const all = z.parse(derivativeTermsAll.answer, await read('/contract/terms'))
  return new Map(
    all.map((one) => {
      const terms = lotTerms(one, usdtScale, 'demo')
      if (terms === null) throw new Error(`the terms of ${one.symbol} do not fit together`)
      return [one.symbol, terms]
    }),
  )
}

/**
 * What the form of the first of `symbols` is reckoned from in the web app, by its own functions; the others are
 * markets in which something may be open.
 */
export async function readForm(
  read: Read,
  terms: ReadonlyMap<string, LotTerms>,
  symbols: readonly [string, ...string[]],
  setting: { readonly product: LotProduct; readonly mode: LotContext['mode']; readonly multiple: number },
): Promise<Seen> {
  const [symbol] = symbols
  const [balances, account, tickets, positions, books] = await Promise.all([
    read('/account/contract').then((data) => z.parse(accountOne.answer, data).balances),
    read('/perpetual/account').then((data) => z.parse(perpetualAccountOne.answer, data)),
    read(`/contract/orders?status=open&limit=${pageMax}`).then((data) => z.parse(contractOrders.answer, data).items),
    read(`/perpetual/positions?status=open&limit=${pageMax}`).then(
      (data) => z.parse(perpetualPositions.answer, data).items,
    ),
    Promise.all(symbols.map(async (one) => z.parse(marketBook.answer, await read(bookPath(one))))),
  ])
  const own = terms.get(symbol)
  if (own === undefined) throw new Error(`${symbol} has no terms`)
  const keptOf = keptBracketsOf(account)
  const open = [
    ...tickets.flatMap((one) => positionOfTicket(one, keptOf) ?? []),
    ...positions.map((one) => positionOfPerpetual(one, keptOf)),
  ]
  const markOf = (code: string) => books.find((one) => one.symbol === code)?.mark ?? undefined
  const input = previewInput([symbol], {
    open,
    resting: tickets.flatMap((one) => restingLots(one) ?? []),
    termsOf: (code) => terms.get(code),
    markOf,
    decides: () => true,
  })
  const [book] = books
  const available = decimalOf(balances.find(({ currency }) => currency === 'USDT')?.available)
  const position = input.positions.find(({ market, kind }) => market === 0 && kind !== 'ticket')
  return {
    open,
    available,
    context: {
      ...setting,
      terms: own,
      depth: { buy: lotsAgainst(own, 'buy', book), sell: lotsAgainst(own, 'sell', book) },
      mark: tenthsOf(markOf(symbol), own),
      usable: decimalOf(account.usable),
      markets: input.markets,
      holder: {
        available,
        perpetualHold: decimalOf(account.margin_held),
        positions: input.positions,
        resting: input.resting,
      },
      undecided: null,
      position: setting.product === 'perpetual' ? (position ?? null) : null,
    },
  }
}

function bookPath(symbol: string): string {
  return `/market/${symbol}/book?kind=derivative`
}

/** An amount of USDT in its smallest units. */
export function decimalOf(text: string | undefined): bigint {
  const units = parseDecimal(text ?? '0', usdtScale)
  if (units === null) throw new Error(`${text} is no amount`)
  return units
}
