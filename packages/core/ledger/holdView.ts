import { holdingProducts, investedProducts } from '../capability/products.ts'
import { big, oneOf, struct, u53, type Of } from '../codec/codec.ts'
import { accounts } from './move.ts'

/** What can hold a part of an account: an order, the margin of what is open, a stake, a withdrawal, a product. */
export const holdCauses = [
  'spot_order',
  'contract_order',
  'perpetual_order',
  'contract_margin',
  'isolated_margin',
  /** One for all cross positions of the account. */
  'cross_margin',
  'option',
  'withdrawal',
  ...holdingProducts,
  /** An order that waits for its price. */
  'spot_conditional',
] as const
export type HoldCause = (typeof holdCauses)[number]

/** One hold; `ref` is the number of its cause (0 for cross margin), `since` UTC milliseconds (0 where it has no moment). */
export const holdCodec = struct({
  cause: oneOf(holdCauses),
  account: oneOf(accounts),
  currency: u53,
  amount: big,
  ref: u53,
  /** The listing's id and one, 0 for none. */
  listing: u53,
  since: u53,
})
export type HoldView = Of<typeof holdCodec>

/**
 * What a holder has put into products that take it out of the accounts until they pay, in smallest units of the currency
 * that was put in.
 */
export const investedCodec = struct({ product: oneOf(investedProducts), currency: u53, amount: big })
export type InvestedView = Of<typeof investedCodec>
