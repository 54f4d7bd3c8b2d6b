import { localStore } from '../data/storage.ts'

const products = ['coins', 'contract', 'eternal_contract'] as const
export type TradePath = (typeof products)[number]

const key = 'truemark.lastProduct'

/** The product whose trade page was opened last on this device; spot at first. */
export function lastProduct(): TradePath {
  const kept = localStore().getItem(key)
  return products.find((product) => product === kept) ?? 'coins'
}

/** Remembers the product of a trade page's path; other paths change nothing. */
export function rememberProduct(path: string): void {
  const [, market, trade, product, symbol] = path.split('/')
  const known = products.find((each) => each === product)
  if (market === 'market' && trade === 'trade' && symbol && known) localStore().setItem(key, known)
}
