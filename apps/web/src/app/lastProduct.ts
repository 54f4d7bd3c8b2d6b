import { localStore } from '../data/storage.ts'
import { tradeProducts, type TradeProduct } from '../trade/product.ts'

const key = 'truemark.lastProduct'

/** The product whose trade page was opened last on this device; spot at first. */
export function lastProduct(): TradeProduct {
  const kept = localStore().getItem(key)
  return tradeProducts.find((product) => product === kept) ?? 'coins'
}

/** Remembers the product of a trade page's path; other paths change nothing. */
export function rememberProduct(path: string): void {
  const [, market, trade, product, symbol] = path.split('/')
  const known = tradeProducts.find((each) => each === product)
  if (market === 'market' && trade === 'trade' && symbol && known) localStore().setItem(key, known)
}
