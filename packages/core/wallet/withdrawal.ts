import { faultOf } from '../book/checks.ts'
import type { Currency } from '../book/listing.ts'
import type { Venue } from '../book/venue.ts'
import { lastPrice, worthAt } from '../book/worth.ts'
import { formatDecimal } from '../money/decimal.ts'
import { divide } from '../money/round.ts'
import { amountMax } from '../money/units.ts'
import { accepted, rejected, type Rejection, type Result } from '../result/result.ts'
import { amountWorth, currencyOf, whoTakes } from './checks.ts'
import type { WalletCommand } from './command.ts'
import type { WalletEvent, Withdrawal } from './event.ts'
import { payoutNeedsSecond } from './secondPerson.ts'
import { levelOf, unlimited, type WalletTerms } from './terms.ts'
import { depositedKey, usageOf, type WalletState } from './wallet.ts'

type CommandOf<T extends WalletCommand['type']> = WalletCommand & { type: T }

const usdtScale = 6
const rateOne = 1_000_000_000n

/** The fee of a withdrawal, rounded up: a rate of the amount, and at least the minimum at the currency's index. */
export function withdrawalFee(terms: Pick<WalletTerms, 'feeRate'>, amount: bigint, feeMin: bigint): bigint {
  const fee = divide(amount * BigInt(terms.feeRate), rateOne, 'up')
  return fee > feeMin ? fee : feeMin
}

/** What a withdrawal comes to before it is asked whether it may be made. */
interface Reckoned {
  readonly fee: bigint
  /** The part that had been deposited: no limit and no market stands in its way. */
  readonly free: bigint
  readonly min: bigint
  /** The worth of the rest in smallest units of USDT; null where no index was ever heard. */
  readonly counted: bigint | null
  /** The worth of all of it; −1 where no index was ever heard. */
  readonly worth: bigint
  readonly indexTenths: number
}

function reckon(state: WalletState, venue: Venue, holder: number, currency: Currency, amount: bigint): Reckoned {
  const last = lastPrice(venue, currency.id)
  const deposited = state.deposited.get(depositedKey(holder, currency.id)) ?? 0n
  const free = amount < deposited ? amount : deposited
  const rest = amount - free
  const { feeMin, withdrawalMin } = state.terms
  return {
    fee: withdrawalFee(state.terms, amount, last ? amountWorth(feeMin, last.price) : 0n),
    free,
    min: last ? amountWorth(withdrawalMin, last.price) : 0n,
    counted: last ? worthAt(rest, last.price, 'up') : rest === 0n ? 0n : null,
    worth: last ? worthAt(amount, last.price, 'up') : -1n,
    indexTenths: last?.indexTenths ?? 0,
  }
}

/**
 * Decides a withdrawal: the amount is frozen at once. Being disabled stands in nobody’s way, and no switch, score or
 * level in that of what was deposited.
 */
export function submitWithdrawal(
  state: WalletState,
  venue: Venue,
  command: CommandOf<'submitWithdrawal'>,
  now: number,
): Result<WalletEvent[]> {
  const { holder, amount, method, claim } = command
  const who = whoTakes(venue, holder)
  if (!who.ok) return who
  const found = currencyOf(venue, command.currency)
  if (!found.ok) return found
  const { id: currency, scale, code } = found.value
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  if (claim === 0) return rejected('request_malformed')
  if (amount <= 0n) return rejected('withdrawal_amount_invalid')
  const { fee, free, min, counted, worth, indexTenths } = reckon(state, venue, holder, found.value, amount)
  const available = venue.ledger.available(holder, 'coin', currency)
  // what was deposited and is all that is left must not be locked in by a minimum
  const isRest = amount === available && amount === free
  if ((amount < min && !isRest) || amount <= fee) {
    return rejected('withdrawal_too_small', { min: formatDecimal(min, scale), currency: code })
  }
  if (state.withdrawals.has(holder)) return rejected('withdrawal_pending')
  if (counted === null) return rejected('market_stale')
  if (worth > amountMax) return rejected('field_malformed', { field: 'amount' })
  const max = state.terms.withdrawalDayMax[levelOf(who.value)]
  const left = max - usageOf(state, holder, now).withdrawn
  if (max !== unlimited && counted > 0n && counted > left) {
    return rejected('withdrawal_limit', { left: formatDecimal(left > 0n ? left : 0n, usdtScale) })
  }
  if (amount > available) return rejected('balance_insufficient')
  const { feeRate, reviewMs } = state.terms
  const withdrawal = state.nextWithdrawal
  const submitted = { withdrawal, holder, currency, amount, fee, feeRate, method, claim, free, counted, worth }
  return accepted([{ type: 'withdrawalSubmitted', ...submitted, indexTenths, deadline: now + reviewMs }])
}

// the holder's open withdrawal of that number, or why there is none
function openWithdrawal(state: WalletState, holder: number, withdrawal: number): Withdrawal | Rejection['reason'] {
  const open = state.withdrawals.get(holder)
  if (open?.withdrawal === withdrawal) return open
  return withdrawal > 0 && withdrawal < state.nextWithdrawal ? 'withdrawal_done' : 'withdrawal_unknown'
}

function closed(open: Withdrawal): Omit<WalletEvent & { type: 'withdrawalClosed' }, 'outcome' | 'reason' | 'operator'> {
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
  return accepted([{ ...closed(open), outcome: 'canceled', reason: '', operator: 0 }])
}

// who alone would know whether a payout that began has arrived: whoever said last how it stands
function saidLast({ failedBy }: WalletState, { state, holder, approvedBy }: Withdrawal): number {
  return state === 'errored' ? (failedBy.get(holder) ?? approvedBy) : approvedBy
}

/**
 * Decides an operator's act. A payout begins with `approve`, after which the user can no longer cancel; `pay` says that
 * it arrived, `fail` that nobody knows; `reject` gives the money back with a reason. A large payout is paid by another
 * than who approved it, and given back by another than who said last how it stands: nobody sends money and gives it back.
 */
export function decideWithdrawal(
  state: WalletState,
  command: CommandOf<'decideWithdrawal'>,
  now: number,
): Result<WalletEvent[]> {
  const { holder, withdrawal, act, reason, operator } = command
  const open = openWithdrawal(state, holder, withdrawal)
  if (typeof open === 'string') return rejected(open)
  const rejects = act === 'reject' || act === 'reject_alone'
  if (rejects !== (reason !== '')) return rejected('field_malformed')
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
      return accepted([{ ...closed(open), outcome: 'paid', reason: '', operator }])
    case 'reject':
      if (open.state !== 'pending' && saidLast(state, open) === operator && payoutNeedsSecond(state, open, now)) {
        return rejected('second_person_needed')
      }
      return accepted([{ ...closed(open), outcome: 'rejected', reason, operator }])
    case 'reject_alone':
      return accepted([{ ...closed(open), outcome: 'rejected', reason, operator }])
  }
}
