import { big, oneOf, struct, text, u53, type Of } from '../codec/codec.ts'
import { realms } from '../ledger/holders.ts'
import { dayMs, termsAmountMax } from '../money/units.ts'

/**
 * The terms of a launch: fixed once and never changed. The coin is one that the house has listed. Quantities are counted
 * in *passes*, whole pieces of `passQuantity` of the coin, so that every price is exact.
 */
export const ieoTermsCodec = struct({
  realm: oneOf(realms),
  currency: u53,
  /** What one pass holds, in smallest units of the coin, and costs, in smallest units of USDT. */
  passQuantity: big,
  passPrice: big,
  /** How many passes there are in all. */
  supply: u53,
  /** The least that one application may be for, and the most that one holder may apply for in all; in passes. */
  applicationMin: u53,
  holderMax: u53,
  /** Applications are taken from `opensAt` until before `closesAt`; the coin is delivered at `marketAt`. UTC ms. */
  opensAt: u53,
  closesAt: u53,
  marketAt: u53,
  /** The server's row with the project's texts, and the digest of that row. */
  text: u53,
  digest: text,
})
export type IeoTerms = Of<typeof ieoTermsCodec>

const passesMax = 1_000_000_000
const aheadMaxMs = 400 * dayMs

/** Whether terms can be launched at `now`: amounts in bounds, and the moments in their order, the window still ahead. */
export function ieoTermsHold(terms: IeoTerms, currencies: number, now: number): boolean {
  const { currency, passQuantity, passPrice, supply, applicationMin, holderMax, opensAt, closesAt, marketAt } = terms
  if (currency < 1 || currency >= currencies) return false
  if (passQuantity < 1n || passPrice < 1n || supply < 1 || supply > passesMax) return false
  if (passQuantity * BigInt(supply) > termsAmountMax || passPrice * BigInt(holderMax) > termsAmountMax) return false
  if (applicationMin < 1 || holderMax < applicationMin || holderMax > passesMax) return false
  return closesAt > now && opensAt < closesAt && closesAt <= marketAt && marketAt <= now + aheadMaxMs
}

/**
 * The passes of one application: all of it where the applications together are within the supply, else what it adds to
 * its holder's share of the supply, which is rounded down to whole passes once for all that the holder applied for.
 * `before` is what the same holder applied for earlier. What rounding leaves of the supply is not sold.
 */
export function passesOf(applied: number, appliedInAll: number, supply: number, before = 0): number {
  if (appliedInAll <= supply) return applied
  const share = (passes: number): bigint => (BigInt(passes) * BigInt(supply)) / BigInt(appliedInAll)
  return Number(share(before + applied) - share(before))
}
