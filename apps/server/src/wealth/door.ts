import type { WealthProduct } from '@truemark/core/capability/products'
import { servedIeo } from '../ieo/product.ts'
import { servedInvest } from '../invest/product.ts'
import { servedMining } from '../mining/product.ts'
import type { ServedProduct } from './product.ts'

/** What other slices know of each product that pays later. */
export const served: Readonly<Record<WealthProduct, ServedProduct>> = {
  mining: servedMining,
  invest: servedInvest,
  ieo: servedIeo,
}
export const servedProducts: readonly ServedProduct[] = Object.values(served)
export type { Earned, Known, PartOf, SaidTerms, ServedProduct } from './product.ts'
