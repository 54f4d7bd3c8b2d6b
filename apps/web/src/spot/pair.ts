import type { SpotOrder } from '@truemark/protocol/routes/spot'
import type { SpotConditional } from '@truemark/protocol/routes/spotConditional'

/** An order's symbol as a pair for a reader: BTC/USDT. A buy's fee is in the base currency, a sell's in the quote. */
export function pairOf({
  symbol,
  side,
  fee_currency: fee,
}: Pick<SpotOrder, 'symbol' | 'side' | 'fee_currency'>): string {
  const base = side === 'buy' ? fee : symbol.slice(0, symbol.length - fee.length)
  return `${base}/${symbol.slice(base.length)}`
}

/** The same of an order that waits for a price: what is held is what the other side would be paid a fee in. */
export function conditionalPair({
  symbol,
  side,
  held_currency,
}: Pick<SpotConditional, 'symbol' | 'side' | 'held_currency'>): string {
  return pairOf({ symbol, side: side === 'buy' ? 'sell' : 'buy', fee_currency: held_currency })
}
