import { parseDecimal } from '@truemark/core/money/decimal'
import type { Reason } from '@truemark/protocol/errors'
import type { WalletTerms } from '@truemark/protocol/routes/wallet'

/** Why something cannot be sent: the field, and the catalogue's reason with its figures. */
export interface Fault<Field extends string> {
  readonly field: Field
  readonly reason: Reason
  readonly params?: Readonly<Record<string, string>>
}

export type DepositField = 'amount' | 'voucher' | 'network' | 'form'

/** Where a refusal of the server is shown. */
export const depositPlaces: Readonly<Record<string, DepositField>> = {
  deposit_amount_invalid: 'amount',
  deposit_limit: 'amount',
  market_stale: 'amount',
  voucher_missing: 'voucher',
  file_empty: 'voucher',
  file_type_invalid: 'voucher',
  file_heic: 'voucher',
  file_pixels_too_many: 'voucher',
  file_too_large: 'voucher',
  file_unreadable: 'voucher',
  files_too_many: 'voucher',
}

interface DepositDraft {
  readonly currency: string
  readonly amount: string
  readonly hasVoucher: boolean
}

/** What the server would refuse of a deposit, as far as the terms that it gave say so. `scale` is the currency's decimals. */
export function depositFaults(
  { currency, amount, hasVoucher }: DepositDraft,
  terms: WalletTerms,
  scale: number,
): Fault<DepositField>[] {
  const faults: Fault<DepositField>[] = []
  const units = parseDecimal(amount, scale)
  const least = terms.currencies.find((one) => one.currency === currency)?.deposit_min
  const min = parseDecimal(least, scale) ?? 0n
  const left = terms.deposit_left === null ? null : parseDecimal(terms.deposit_left, scale)
  if (units === null || units === 0n || units < min) faults.push({ field: 'amount', reason: 'deposit_amount_invalid' })
  // another currency's worth is the server's to say
  else if (currency === 'USDT' && left !== null && units > left && terms.deposit_left !== null) {
    faults.push({ field: 'amount', reason: 'deposit_limit', params: { left: terms.deposit_left } })
  }
  if (!hasVoucher) faults.push({ field: 'voucher', reason: 'voucher_missing' })
  return faults
}
