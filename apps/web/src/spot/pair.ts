import type { SpotOrder } from '@truemark/protocol/routes/spot'

/** An order's symbol as a pair for a reader: BTC/USDT. A buy's fee is in the base currency, a sell's in the quote. */
export function pairOf({
  symbol,
  side,
  fee_currency: fee,
}: Pick<SpotOrder, 'symbol' | 'side' | 'fee_currency'>): string {
  const base = side === 'buy' ? fee : symbol.slice(0, symbol.length - fee.length)
  return `${base}/${symbol.slice(base.length)}`
}
