import { localStore } from '@truemark/ui/device/store'
import { tradeProducts, type TradeProduct } from '../trade/product.ts'

const key = 'truemark.lastProduct'

/** The product whose trade page was opened last on this device; spot at first. */
export function lastProduct(): TradeProduct {
  const kept = localStore.getItem(key)
  return tradeProducts.find((product) => product === kept) ?? 'coins'
}

/** Where a redirect leads: from a market's path to the product that was used last. */
export function targetOf({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === '/market/trade/$symbol' ? to.replace('/coins/', `/${lastProduct()}/`) : to
}

/** Remembers the product of a trade page's path; other paths change nothing. */
export function rememberProduct(path: string): void {
  const [, market, trade, product, symbol] = path.split('/')
  const known = tradeProducts.find((each) => each === product)
  if (market === 'market' && trade === 'trade' && symbol && known) localStore.setItem(key, known)
}
