import type { Venue } from '../book/venue.ts'
import type { ConvertEvent, ConvertState } from './convert.ts'
import { convertMoves } from './moves.ts'
import { drawStock, settleStocks } from './stock.ts'

/** Changes the durable state by a conversion's event. Quotes that have expired are forgotten, oldest first. */
export function evolveConvert(state: ConvertState, venue: Venue, event: ConvertEvent, now: number): void {
  if (event.type === 'converted') {
    state.quotes.delete(event.holder)
    state.nextConversion = event.conversion + 1
    drawStock(state, venue, event, now)
    venue.ledger.apply(convertMoves(event))
    return
  }
  if (event.type === 'conversionConfigured') {
    settleStocks(state.drawn, now, state.terms)
    state.terms = event.terms
    return
  }
  for (const [holder, quote] of state.quotes) {
    if (quote.validUntil >= now) break
    state.quotes.delete(holder)
  }
  // taken out first, so that the map stays in the order of expiry
  state.quotes.delete(event.holder)
  state.quotes.set(event.holder, event)
  state.nextQuote = event.quote + 1
}
