import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import { isWhole, withdrawalFee } from '@truemark/core/wallet/withdrawal'
import type { BankCard, WalletAddress } from '@truemark/protocol/routes/payees'
import type { WalletTerms } from '@truemark/protocol/routes/wallet'
import type { Fault } from './depositForm.ts'

export type CashoutField = 'payee' | 'amount' | 'form'

/** All that the form stands on. */
export interface CashoutFacts {
  readonly terms: WalletTerms
  readonly scaleOf: ReadonlyMap<string, number>
  readonly addresses: readonly WalletAddress[]
  readonly cards: readonly BankCard[]
}

/** Where money can go: a saved address or a saved card. */
export type Payee =
  | { readonly method: 'address'; readonly of: WalletAddress }
  | { readonly method: 'card'; readonly of: BankCard }

/** Where a refusal of the server is shown; the step-up's own stand in its form. */
export const cashoutPlaces: Readonly<Record<string, CashoutField>> = {
  payee_unknown: 'payee',
  payee_held: 'payee',
  swift_invalid: 'payee',
  bank_international_code_missing: 'payee',
  withdrawal_address_wrong: 'payee',
  withdrawal_failed: 'payee',
  memo_missing: 'payee',
  withdrawal_amount_invalid: 'amount',
  withdrawal_too_small: 'amount',
  withdrawal_limit: 'amount',
  withdrawal_terms_changed: 'form',
  balance_insufficient: 'amount',
  market_stale: 'amount',
}

/** What a withdrawal comes to, in smallest units of its currency. */
export interface Reckoning {
  readonly amount: bigint
  readonly fee: bigint
  /** What arrives; never below zero. */
  readonly payout: bigint
}

/** The fee of an amount by the terms, as the exchange itself reckons it; null where nothing is typed. */
export function reckonCashout(amount: string, currency: string, terms: WalletTerms, scale: number): Reckoning | null {
  const units = parseDecimal(amount, scale)
  if (units === null || units === 0n) return null
  const feeRate = Number(parseDecimal(terms.fee_rate, rateScale) ?? 0n)
  const known = terms.currencies.find((one) => one.currency === currency)
  const read = (text: string | undefined): bigint => parseDecimal(text, scale) ?? 0n
  const fee = withdrawalFee({ feeRate }, units, read(known?.fee_min), ownedOf(known, scale))
  return { amount: units, fee, payout: units > fee ? units - fee : 0n }
}

function ownedOf(known: WalletTerms['currencies'][number] | undefined, scale: number) {
  const read = (text: string | undefined): bigint => parseDecimal(text, scale) ?? 0n
  return { available: read(known?.available), owned: read(known?.owned), deposited: read(known?.deposited) }
}

interface CashoutDraft {
  readonly currency: string
  readonly amount: string
  readonly payee: Payee | null
}

/** Why a payee that is chosen cannot be paid now; null where it can. `now` in UTC milliseconds. */
export function payeeFault(payee: Payee, now: number): Fault<CashoutField> | null {
  const hours = Math.ceil((payee.of.usable_from - now) / 3_600_000)
  if (hours > 0) return { field: 'payee', reason: 'payee_held', params: { hours: String(hours) } }
  if (payee.method === 'card' && payee.of.international_code === '') {
    return { field: 'payee', reason: 'bank_international_code_missing' }
  }
  return null
}

/** What the server would refuse of an amount, as far as the terms that it gave say so; null where it is fine. */
export function amountFault(
  { currency, amount }: Pick<CashoutDraft, 'currency' | 'amount'>,
  terms: WalletTerms,
  scale: number,
): Fault<CashoutField> | null {
  const known = terms.currencies.find((one) => one.currency === currency)
  const reckoned = reckonCashout(amount, currency, terms, scale)
  const owned = ownedOf(known, scale)
  const { available, deposited } = owned
  if (reckoned === null) return { field: 'amount', reason: 'withdrawal_amount_invalid' }
  if (reckoned.amount > available) return { field: 'amount', reason: 'balance_insufficient' }
  const min = parseDecimal(known?.withdrawal_min, scale) ?? 0n
  // everything that is owned, and all that was deposited, can always leave
  if (reckoned.amount < min && !isWhole(reckoned.amount, owned)) {
    return { field: 'amount', reason: 'withdrawal_too_small', params: { min: formatDecimal(min, scale), currency } }
  }
  const left = terms.withdrawal_left
  const beyond = reckoned.amount - (reckoned.amount < deposited ? reckoned.amount : deposited)
  // another currency's worth is the server's to say
  if (currency === 'USDT' && left !== null && beyond > (parseDecimal(left, scale) ?? 0n)) {
    return { field: 'amount', reason: 'withdrawal_limit', params: { left } }
  }
  return null
}
