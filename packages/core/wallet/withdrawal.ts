import { faultOf } from '../book/checks.ts'
import type { Venue } from '../book/venue.ts'
import { keptPrice, worthAt, type Priced } from '../book/worth.ts'
import type { CurrencyId, HolderId } from '../ledger/holders.ts'
import { accounts } from '../ledger/move.ts'
import { formatDecimal } from '../money/decimal.ts'
import { divide } from '../money/round.ts'
import { amountMax, hourMs, rateOneBig, usdtScale } from '../money/units.ts'
import { accepted, rejected, type Refused, type Rejection, type Result } from '../result/result.ts'
import { amountWorth, currencyOf, whoTakes } from './checks.ts'
import { resetHoldMs, type WalletCommand } from './command.ts'
import type { WalletEvent, Withdrawal } from './event.ts'
import { payoutNeedsSecond } from './secondPerson.ts'
import { levelOf, unlimited, type WalletTerms } from './terms.ts'
import { depositedOf, usageOf, type WalletState } from './wallet.ts'

type CommandOf<T extends WalletCommand['type']> = WalletCommand & { type: T }

/** What an amount that is taken out is compared with; amounts in smallest units of its currency. */
export interface Owned {
  readonly available: bigint
  /** All of it in every account, what is held too. */
  readonly owned: bigint
  /** What was deposited and not yet withdrawn. */
  readonly deposited: bigint
}

/**
 * Whether an amount is everything that is owned, or all of a deposit on its way back: no minimum stands before it. What was
 * moved to another account or is held is owned still.
 */
export function isWhole(amount: bigint, { available, owned, deposited }: Owned): boolean {
  return amount > 0n && ((amount === available && amount === owned) || amount === deposited)
}

/**
 * The fee of a withdrawal in smallest units: a rate of the amount, rounded up, and at least `feeMin`; no least fee is
 * taken of {@link isWhole}, and none at all where it would leave nothing.
 */
export function withdrawalFee(
  { feeRate }: Pick<WalletTerms, 'feeRate'>,
  amount: bigint,
  feeMin: bigint,
  owned: Owned,
): bigint {
  const fee = divide(amount * BigInt(feeRate), rateOneBig, 'up')
  if (isWhole(amount, owned)) return fee < amount ? fee : 0n
  return fee > feeMin ? fee : feeMin
}

/** The least amount that can be withdrawn, if it is not whole: the minimum, and more than the least fee. */
export function withdrawalLeast(min: bigint, feeMin: bigint): bigint {
  return min > feeMin ? min : feeMin + 1n
}

/** What a withdrawal comes to before it is asked whether it may be made. */
interface Reckoned {
  readonly fee: bigint
  /** Whether a change of the price alone can change the fee. */
  readonly isFeePriced: boolean
  /** The part that had been deposited: no limit and no market stands in its way. */
  readonly free: bigint
  readonly least: bigint
  readonly isWhole: boolean
  /** The worth of the rest in smallest units of USDT; null where no live price of a day is known. */
  readonly counted: bigint | null
  /** The worth of all of it; −1 where no live price of a day is known. */
  readonly worth: bigint
  readonly indexTenths: number
}

function reckon(
  { terms, priced, owned }: { terms: WalletTerms; priced: Priced | null; owned: Owned },
  amount: bigint,
): Reckoned {
  const free = amount < owned.deposited ? amount : owned.deposited
  const rest = amount - free
  // without a price there is no minimum and no least fee: neither may hang on one that is simulated or old
  const feeMin = priced ? amountWorth(terms.feeMin, priced.price) : 0n
  const min = priced ? amountWorth(terms.withdrawalMin, priced.price) : 0n
  const fee = withdrawalFee(terms, amount, feeMin, owned)
  return {
    fee,
    isFeePriced: feeMin > 0n && fee === feeMin && priced?.indexTenths !== 0,
    free,
    least: withdrawalLeast(min, feeMin),
    isWhole: isWhole(amount, owned),
    counted: priced ? worthAt(rest, priced.price, 'up') : rest === 0n ? 0n : null,
    worth: priced ? worthAt(amount, priced.price, 'up') : -1n,
    indexTenths: priced?.indexTenths ?? 0,
  }
}

/** A least fee moves with the price: the part (one in `n`) it may have moved since the form showed it. */
const feeDriftDivisor = 100n

// the fee that is charged: the one that was shown, or null where that is another
function feeBound({ fee, isFeePriced }: Reckoned, shown: bigint | null): bigint | null {
  if (shown === null || shown === fee) return fee
  const moved = shown > fee ? shown - fee : fee - shown
  return isFeePriced && moved * feeDriftDivisor <= fee ? shown : null
}

// what counts against today's limit; what nobody knows the worth of is a whole day's, once
function dayCount(max: bigint, used: bigint, counted: bigint | null): bigint | null {
  if (max === unlimited) return counted ?? 0n
  const asked = counted ?? max
  return asked > 0n && used + asked > max ? null : asked
}

/**
 * Decides a withdrawal: the amount is frozen at once. Being disabled stands in nobody’s way, no condition of real money
 * does, and no switch, score or level in that of what was deposited.
 */
export function requestWithdrawal(
  state: WalletState,
  venue: Venue,
  command: CommandOf<'requestWithdrawal'>,
  now: number,
): Result<WalletEvent[]> {
  const { holder, amount, method, claim } = command
  const who = whoTakes(venue, holder)
  if (!who.ok) return who
  if (venue.suspensions.has(holder, 'freeze', now)) return rejected('account_frozen')
  const until = state.heldUntil.get(holder) ?? 0
  if (until > now) return rejected('withdrawals_held', { hours: String(Math.ceil((until - now) / hourMs)) })
  const found = currencyOf(venue, command.currency)
  if (!found.ok) return found
  const { id: currency, scale, code } = found.value
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  if (claim === 0) return rejected('request_malformed')
  if (amount <= 0n) return rejected('withdrawal_amount_invalid')
  const { terms, termsVersion } = state
  const owned = ownedOf(state, venue, holder, currency)
  const reckoned = reckon({ terms, priced: keptPrice(venue, currency, now), owned }, amount)
  const { free, least, worth, indexTenths } = reckoned
  if (amount < least && !reckoned.isWhole) {
    return rejected('withdrawal_too_small', { min: formatDecimal(least, scale), currency: code })
  }
  if (command.versionShown !== null && command.versionShown !== termsVersion) return termsChanged(reckoned.fee, scale)
  const fee = feeBound(reckoned, command.feeShown)
  if (fee === null || fee >= amount) return termsChanged(reckoned.fee, scale)
  if (state.withdrawals.has(holder)) return rejected('withdrawal_pending')
  if (worth > amountMax) return rejected('field_malformed', { field: 'amount' })
  const max = terms.withdrawalDayMax[levelOf(who.value)]
  const used = usageOf(state, holder, now).withdrawn
  const counted = dayCount(max, used, reckoned.counted)
  if (counted === null) {
    return rejected('withdrawal_limit', { left: formatDecimal(max > used ? max - used : 0n, usdtScale) })
  }
  if (amount > owned.available) return rejected('balance_insufficient')
  const { feeRate, reviewMs } = terms
  const withdrawal = state.nextWithdrawal
  const submitted = { withdrawal, holder, currency, amount, fee, feeRate, method, claim, free, counted, worth }
  return accepted([{ type: 'withdrawalSubmitted', ...submitted, indexTenths, deadline: now + reviewMs }])
}

function termsChanged(fee: bigint, scale: number): Refused {
  return rejected('withdrawal_terms_changed', { fee: formatDecimal(fee, scale) })
}

/** What of a currency a holder can take out and owns, and what of it had been deposited. */
export function ownedOf(state: WalletState, venue: Venue, holder: HolderId, currency: CurrencyId): Owned {
  return {
    available: venue.ledger.available(holder, 'coin', currency),
    owned: accounts.reduce((sum, account) => sum + venue.ledger.posted(holder, account, currency), 0n),
    deposited: depositedOf(state, holder, currency),
  }
}

/**
 * Decides the hold after a reset of what guards an account: from now on, whatever held before, so that a later reset ends
 * later and nothing ends sooner. What was asked for before goes on: it was proved by what was not reset yet.
 */
export function holdWithdrawals(
  venue: Venue,
  { holder }: CommandOf<'holdWithdrawals'>,
  now: number,
): Result<WalletEvent[]> {
  const who = whoTakes(venue, holder)
  return who.ok ? accepted([{ type: 'withdrawalsHeld', holder, until: now + resetHoldMs }]) : who
}

/** The holder's open withdrawal of that number, or why there is none. */
export function openWithdrawal(
  state: WalletState,
  holder: HolderId,
  withdrawal: number,
): Withdrawal | Rejection['reason'] {
  const open = state.withdrawals.get(holder)
  if (open?.withdrawal === withdrawal) return open
  return withdrawal > 0 && withdrawal < state.nextWithdrawal ? 'withdrawal_done' : 'withdrawal_unknown'
}

/** What an open withdrawal's end says of it, whatever its outcome. */
export function closedWithdrawal(
  open: Withdrawal,
): Omit<WalletEvent & { type: 'withdrawalClosed' }, 'outcome' | 'reason' | 'operator'> {
  const { withdrawal, holder, currency, amount, fee } = open
  return { type: 'withdrawalClosed', withdrawal, holder, currency, amount, fee }
}

/** Decides a user's cancelling: while nobody has begun to pay, the money comes back whole. */
export function cancelWithdrawal(
  state: WalletState,
  venue: Venue,
  { holder, withdrawal }: CommandOf<'cancelWithdrawal'>,
): Result<WalletEvent[]> {
  const who = whoTakes(venue, holder)
  if (!who.ok) return who
  const open = openWithdrawal(state, holder, withdrawal)
  if (typeof open === 'string') return rejected(open)
  if (open.state !== 'pending') return rejected('withdrawal_in_payment')
  return accepted([{ ...closedWithdrawal(open), outcome: 'canceled', reason: '', operator: 0 }])
}

// who alone would know whether a payout that began has arrived: whoever said last how it stands
function saidLast({ failedBy }: WalletState, { holder, approvedBy }: Withdrawal): number {
  return failedBy.get(holder) ?? approvedBy
}

/**
 * Decides an operator's act. A payout begins with `approve`, after which the user can no longer cancel; `pay` says that
 * it arrived, `fail` that nobody knows; `reject` gives the money back with a reason. A large payout is paid by another
 * than who approved it, and given back by another than who said last how it stands: nobody sends money and gives it back.
 */
export function decideWithdrawal(
  state: WalletState,
  venue: Venue,
  command: CommandOf<'decideWithdrawal'>,
  now: number,
): Result<WalletEvent[]> {
  const { holder, withdrawal, act, reason, operator } = command
  const open = openWithdrawal(state, holder, withdrawal)
  if (typeof open === 'string') return rejected(open)
  // what a program pays no person pays as well, nor gives back while it may be paid
  if (state.payouts.has(holder)) return rejected('payout_running')
  const rejects = act === 'reject' || act === 'reject_alone'
  if (rejects !== (reason !== '')) return rejected('field_malformed')
  // on a legal ground alone no payout begins and none is made; the money may come back
  const isPayout = act === 'approve' || act === 'pay'
  if (isPayout && venue.suspensions.has(holder, 'freeze', now)) return rejected('account_frozen')
  switch (act) {
    case 'approve':
      if (open.state !== 'pending') return rejected('withdrawal_in_payment')
      return accepted([{ type: 'withdrawalMoved', withdrawal, holder, state: 'approved', operator }])
    case 'fail':
      if (open.state !== 'approved') return rejected('withdrawal_not_approved')
      return accepted([{ type: 'withdrawalMoved', withdrawal, holder, state: 'errored', operator }])
    case 'pay':
      if (open.state === 'pending') return rejected('withdrawal_not_approved')
      if (open.approvedBy === operator && payoutNeedsSecond(state, open, now)) return rejected('second_person_needed')
      return accepted([{ ...closedWithdrawal(open), outcome: 'paid', reason: '', operator }])
    case 'reject':
      if (open.state !== 'pending' && saidLast(state, open) === operator && payoutNeedsSecond(state, open, now)) {
        return rejected('second_person_needed')
      }
      return accepted([{ ...closedWithdrawal(open), outcome: 'rejected', reason, operator }])
    case 'reject_alone':
      return accepted([{ ...closedWithdrawal(open), outcome: 'rejected', reason, operator }])
  }
}
