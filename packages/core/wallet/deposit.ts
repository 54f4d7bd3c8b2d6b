import { faultOf } from '../book/checks.ts'
import { realMoneyRefusal } from '../book/realMoney.ts'
import type { Venue } from '../book/venue.ts'
import { livePrice, worthAt } from '../book/worth.ts'
import { formatDecimal } from '../money/decimal.ts'
import { amountMax, usdtScale } from '../money/units.ts'
import { ownLimitRefused } from '../selfLimit/selfLimit.ts'
import { accepted, rejected, type Rejection, type Result } from '../result/result.ts'
import { amountWorth, currencyOf, whoBrings, whoTakes } from './checks.ts'
import type { WalletCommand } from './command.ts'
import type { Deposit, WalletEvent } from './event.ts'
import { creditNeedsSecond } from './secondPerson.ts'
import { levelOf, unlimited } from './terms.ts'
import { usageOf, type WalletState } from './wallet.ts'
import type { HolderId } from '../ledger/holders.ts'

type CommandOf<T extends WalletCommand['type']> = WalletCommand & { type: T }

/** Decides a deposit that a user says to have sent: one at a time, above the minimum, within the day's limit. */
export function submitDeposit(
  state: WalletState,
  venue: Venue,
  command: CommandOf<'submitDeposit'>,
  now: number,
): Result<WalletEvent[]> {
  const { holder, amount, claim } = command
  const who = whoBrings(venue, holder, now)
  if (!who.ok) return who
  if (who.value.restrained) return rejected('risk_paused')
  const found = currencyOf(venue, command.currency)
  if (!found.ok) return found
  const { id: currency, scale, code } = found.value
  const last = livePrice(venue, currency, now)
  if (!last) return rejected('market_stale')
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  if (claim === 0) return rejected('request_malformed')
  const min = amountWorth(state.terms.depositMin, last.price)
  if (amount <= 0n || amount < min) {
    return rejected('deposit_amount_invalid', { min: formatDecimal(min, scale), currency: code })
  }
  if (state.deposits.has(holder)) return rejected('deposit_pending')
  const worth = worthAt(amount, last.price, 'down')
  if (worth > amountMax) return rejected('field_malformed', { field: 'amount' })
  const max = state.terms.depositDayMax[levelOf(who.value)]
  const left = max - usageOf(state, holder, now).deposited
  if (max !== unlimited && worth > left) {
    return rejected('deposit_limit', { left: formatDecimal(left > 0n ? left : 0n, usdtScale) })
  }
  const own = venue.selfLimits.limit(holder, 'deposit_day', now)
  const ownLeft = own === null ? worth : own - usageOf(state, holder, now).deposited
  if (worth > ownLeft) return ownLimitRefused('own_deposit_limit', ownLeft)
  const { indexTenths } = last
  const deposit = state.nextDeposit
  return accepted([{ type: 'depositSubmitted', deposit, holder, currency, amount, claim, worth, indexTenths }])
}

/** The holder's open deposit of that number, or why there is none. */
export function openDeposit(state: WalletState, holder: HolderId, deposit: number): Deposit | Rejection['reason'] {
  const open = state.deposits.get(holder)
  if (open?.deposit === deposit) return open
  return deposit > 0 && deposit < state.nextDeposit ? 'deposit_done' : 'deposit_unknown'
}

/** Decides a user's own withdrawal of a deposit that nobody has decided on yet. */
export function cancelDeposit(
  state: WalletState,
  venue: Venue,
  { holder, deposit }: CommandOf<'cancelDeposit'>,
): Result<WalletEvent[]> {
  const who = whoTakes(venue, holder)
  if (!who.ok) return who
  const open = openDeposit(state, holder, deposit)
  if (typeof open === 'string') return rejected(open)
  const { currency } = open
  const closed = { deposit, holder, currency, received: 0n, reason: '', operator: 0 } as const
  return accepted([{ type: 'depositClosed', ...closed, outcome: 'canceled' }])
}

/**
 * Decides an operator's word on a deposit: completed with what was received, or rejected with a reason. What needs two
 * people is credited by {@link creditDeposit}.
 */
export function decideDeposit(
  state: WalletState,
  venue: Venue,
  command: CommandOf<'decideDeposit'>,
  now: number,
): Result<WalletEvent[]> {
  const { holder, deposit, received, reason, operator } = command
  const open = openDeposit(state, holder, deposit)
  if (typeof open === 'string') return rejected(open)
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  if (received < 0n) return rejected('amount_invalid')
  // one or the other: money without a reason to refuse it, or a reason without money
  if ((received === 0n) === (reason === '')) return rejected('field_malformed')
  const closed = received > 0n ? realMoneyRefusal(venue, null, now) : null
  if (closed) return closed
  if (received > 0n && creditNeedsSecond(state, open, received, now)) return rejected('second_person_needed')
  const outcome = received === 0n ? 'rejected' : 'completed'
  const { currency } = open
  return accepted([{ type: 'depositClosed', deposit, holder, currency, outcome, received, reason, operator }])
}

/** Decides what two people credit; or one, where the installation is declared to have no other, as everyone is told. */
export function creditDeposit(
  state: WalletState,
  venue: Venue,
  { holder, deposit, received, asker, approver, alone }: CommandOf<'creditDeposit'>,
  now: number,
): Result<WalletEvent[]> {
  const open = openDeposit(state, holder, deposit)
  if (typeof open === 'string') return rejected(open)
  if (received <= 0n) return rejected('amount_invalid')
  if (asker === 0 || approver === 0 || (asker === approver && !alone)) return rejected('second_person_needed')
  const closed = realMoneyRefusal(venue, null, now)
  if (closed) return closed
  const credited = { deposit, holder, currency: open.currency, received, reason: '', operator: approver } as const
  return accepted([{ type: 'depositClosed', ...credited, outcome: 'completed' }])
}
