import type { WealthProduct } from '@truemark/core/capability/products'
import { ieoErrors, ieoRecords } from './ieo.ts'
import { investErrors, investRecords } from './invest.ts'
import { miningErrors, miningRecords } from './mining.ts'

// What of the products that pay later every page brings with it.

/** Their refusals. */
export const productErrors = [...miningErrors, ...investErrors, ...ieoErrors] as const
/** The page of the app that shows one's own orders of each. */
export const productRecords = {
  mining: miningRecords,
  invest: investRecords,
  ieo: ieoRecords,
} as const satisfies Record<WealthProduct, string>
