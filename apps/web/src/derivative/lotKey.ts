import type { LotProduct } from './lotContext.ts'

/** Under which all that is fetched of a product's orders and positions is kept. */
export function lotKey(product: LotProduct): readonly [LotProduct, 'orders'] {
  return [product, 'orders']
}
