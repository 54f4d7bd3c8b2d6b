import { realMoneyRefusal } from '../book/realMoney.ts'
import type { Venue } from '../book/venue.ts'
import { livePrice, worthAt, type Price } from '../book/worth.ts'
import type { Standing } from '../ledger/standing.ts'
import { formatDecimal } from '../money/decimal.ts'
import { amountMax, usdtScale } from '../money/units.ts'
import { ownLimitRefused } from '../selfLimit/selfLimit.ts'
import { accepted, rejected, type Refused, type Result } from '../result/result.ts'
import { amountWorth, currencyOf, whoBrings, whoTakes } from './checks.ts'
import type { WalletCommand } from './command.ts'
import { openDeposit } from './deposit.ts'
import type { WalletEvent } from './event.ts'
import { creditNeedsSecond } from './secondPerson.ts'
import { levelOf, unlimited } from './terms.ts'
import { usageOf, type WalletState } from './wallet.ts'

type CreditSeen = WalletCommand & { type: 'creditSeen' }

const isMachine = ({ asker, approver }: CreditSeen): boolean => asker === 0 && approver === 0

// a machine credits whom a person could bring in money for; two people credit anybody who has an account
function whoIsCredited(venue: Venue, command: CreditSeen, now: number): Result<Standing> {
  const { holder, asker, approver, alone } = command
  if (isMachine(command)) {
    const who = whoBrings(venue, holder, now)
    if (!who.ok) return who
    if (venue.suspensions.has(holder, 'freeze', now)) return rejected('account_frozen')
    return who.value.restrained ? rejected('risk_paused') : who
  }
  if (asker === 0 || approver === 0 || (asker === approver && !alone)) return rejected('second_person_needed')
  const who = whoTakes(venue, holder)
  return who.ok ? (realMoneyRefusal(venue, null, now) ?? who) : who
}

interface Arrived {
  readonly who: Standing
  readonly code: string
  readonly scale: number
  readonly price: Price
  readonly worth: bigint
}

// what a machine leaves to people: less than the least, beyond a limit of the day, or what two people credit
function leftToPeople(
  state: WalletState,
  venue: Venue,
  { holder, received }: CreditSeen,
  { who, code, scale, price, worth }: Arrived,
  now: number,
): Refused | null {
  const min = amountWorth(state.terms.depositMin, price)
  if (received < min) return rejected('deposit_amount_invalid', { min: formatDecimal(min, scale), currency: code })
  const { credited, deposited } = usageOf(state, holder, now)
  const max = state.terms.depositDayMax[levelOf(who)]
  const left = max - deposited
  if (max !== unlimited && worth > left) {
    return rejected('deposit_limit', { left: formatDecimal(left > 0n ? left : 0n, usdtScale) })
  }
  const own = venue.selfLimits.limit(holder, 'deposit_day', now)
  const ownLeft = own === null ? worth : own - deposited
  if (worth > ownLeft) return ownLimitRefused('own_deposit_limit', ownLeft)
  return worth + credited >= state.terms.fourEyesMin ? rejected('second_person_needed') : null
}

/**
 * Decides the credit of a payment that a network shows. By a machine it is what one person could credit alone, to an
 * account that may bring money in, above the least amount and within the limits; two people credit any. `deposit` is the
 * holder's open one that this payment is; 0 where it is none, which is refused while one is open.
 */
export function creditSeen(state: WalletState, venue: Venue, command: CreditSeen, now: number): Result<WalletEvent[]> {
  const { holder, received, claim, approver } = command
  const who = whoIsCredited(venue, command, now)
  if (!who.ok) return who
  const found = currencyOf(venue, command.currency)
  if (!found.ok) return found
  if (received <= 0n || received > amountMax) return rejected('amount_invalid')
  if (claim === 0) return rejected('request_malformed')
  const { id: currency, scale, code } = found.value
  const done = { holder, currency, received, reason: '', operator: approver, outcome: 'completed' } as const
  if (command.deposit !== 0) {
    const open = openDeposit(state, holder, command.deposit)
    if (typeof open === 'string') return rejected(open)
    if (open.currency !== currency) return rejected('currency_unknown')
    if (isMachine(command) && creditNeedsSecond(state, open, received, now)) return rejected('second_person_needed')
    return accepted([{ type: 'depositClosed', deposit: open.deposit, ...done }])
  }
  if (state.deposits.has(holder)) return rejected('deposit_pending')
  const last = livePrice(venue, currency, now)
  if (!last) return rejected('market_stale')
  const { price, indexTenths } = last
  const worth = worthAt(received, price, 'down')
  if (worth > amountMax) return rejected('amount_invalid')
  const left = isMachine(command)
    ? leftToPeople(state, venue, command, { who: who.value, code, scale, price, worth }, now)
    : null
  if (left) return left
  const deposit = state.nextDeposit
  return accepted([
    { type: 'depositSubmitted', deposit, holder, currency, amount: received, claim, worth, indexTenths },
    { type: 'depositClosed', deposit, ...done },
  ])
}
