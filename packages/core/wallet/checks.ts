import { whoActs, whoHolds } from '../book/checks.ts'
import { realMoneyRefusal } from '../book/realMoney.ts'
import type { Currency } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import type { HolderId } from '../ledger/holders.ts'
import type { Standing } from '../ledger/standing.ts'
import { divide } from '../money/round.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { Price } from '../book/worth.ts'

/** Money comes in and goes out of real accounts alone. */
function ofReal(who: Result<Standing>): Result<Standing> {
  if (!who.ok) return who
  return who.value.realm === 'real' ? who : rejected('realm_forbidden')
}

/** May this holder bring money in now? Not who is disabled, and nobody where a condition of real money is not met. */
export function whoBrings(venue: Venue, holder: HolderId, now: number): Result<Standing> {
  const who = ofReal(whoActs(venue, holder))
  if (!who.ok) return who
  return realMoneyRefusal(venue, who.value.country, now) ?? who
}

/** May this holder take money out, or take back what waits? Disabled or not. */
export function whoTakes(venue: Venue, holder: HolderId): Result<Standing> {
  return ofReal(whoHolds(venue, holder))
}

/** The currency of a code as the user wrote it. */
export function currencyOf(venue: Venue, code: string): Result<Currency> {
  const currency = venue.currencies.find((one) => one.code === code)
  return currency ? accepted(currency) : rejected('currency_unknown')
}

/** The least amount of a currency that is worth `usdtUnits`, rounded up. */
export function amountWorth(usdtUnits: bigint, price: Price): bigint {
  return divide(usdtUnits * price.denominator, price.numerator, 'up')
}
