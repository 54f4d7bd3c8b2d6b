import type { Listing } from '@truemark/core/book/listing'
import type { Catalogue } from '../engine/door.ts'
import { type WaitingSymbol, dropSymbol, numberSymbol } from '../market/door.ts'
import type { DeskPorts } from './ports.ts'

type CutPorts = Pick<DeskPorts, 'catalogue' | 'database' | 'symbols' | 'tellSymbol' | 'proposals'>

/**
 * Goes on with markets of which a crash, or an answer that nobody heard, left it open whether the exchange has listed them:
 * what it has is numbered and told. At the start, when nothing is under way, what it has not and no approved proposal
 * will list goes. Throws where the exchange has a market otherwise than it was decided on; it then stays without prices.
 */
export async function settleListings(ports: CutPorts, atStart: boolean): Promise<void> {
  if (!atStart && ports.symbols.waiting.length === 0) return
  await ports.proposals.inTurn(() => settleInTurn(ports, atStart))
}

async function settleInTurn(ports: CutPorts, atStart: boolean): Promise<void> {
  const { catalogue, database, proposals, symbols } = ports
  await symbols.refresh()
  const undone = await proposals.undone('market_list')
  const others: string[] = []
  for (const waiting of symbols.waiting) {
    const { code } = waiting
    const listing = catalogue.byCode(code)
    if (listing === undefined) {
      if (atStart && !undone.has(code)) await dropSymbol(database, code)
    } else if (isListedAs(catalogue, listing, waiting)) await numberSymbol(database, code, listing.id)
    else others.push(code)
  }
  await tellNumbered(ports)
  if (others.length > 0) throw new Error(`the exchange has ${others.join(', ')} otherwise than the table of markets`)
}

async function tellNumbered({ symbols, tellSymbol }: CutPorts): Promise<void> {
  const waiting = symbols.waiting.map(({ code }) => code)
  await symbols.refresh()
  for (const spec of symbols.specs) if (waiting.includes(spec.code)) tellSymbol(spec)
}

/** Whether the exchange has a market as it was decided on: with other decimals its prices would be others. */
export function isListedAs(
  catalogue: Pick<Catalogue, 'currency'>,
  { base, quote, priceDecimals, quantityDecimals }: Listing,
  decided: Pick<WaitingSymbol, 'base' | 'quote' | 'priceDecimals' | 'quantityDecimals'>,
): boolean {
  return (
    catalogue.currency(base).code === decided.base &&
    catalogue.currency(quote).code === decided.quote &&
    priceDecimals === decided.priceDecimals &&
    quantityDecimals === decided.quantityDecimals
  )
}
