import type { Venue } from '../book/venue.ts'
import type { CurrencyId, HolderId } from '../ledger/holders.ts'
import type { Deposit, WalletEvent, Withdrawal } from './event.ts'
import { walletMoves } from './moves.ts'
import { boundedTerms } from './terms.ts'
import { worthReceived } from './secondPerson.ts'
import {
  dayOf,
  depositedOf,
  machinesToday,
  schedule,
  unschedule,
  usageOf,
  type Usage,
  type WalletState,
} from './wallet.ts'

const kinds = ['deposited', 'withdrawn', 'credited', 'paid'] as const

// counts against today's limits; what was counted on an earlier day is counted no more
function count(state: WalletState, holder: HolderId, at: number, now: number, change: Partial<Usage>): void {
  const day = dayOf(now)
  if (day > state.day) {
    state.day = day
    state.usage.clear()
  }
  if (dayOf(at) < state.day) return
  const used = usageOf(state, holder, now)
  const summed = (kind: keyof Usage): bigint => atLeast0(used[kind] + (change[kind] ?? 0n))
  const sum: Usage = {
    deposited: summed('deposited'),
    withdrawn: summed('withdrawn'),
    credited: summed('credited'),
    paid: summed('paid'),
  }
  if (kinds.every((kind) => sum[kind] === 0n)) state.usage.delete(holder)
  else state.usage.set(holder, sum)
}

function atLeast0(value: bigint): bigint {
  return value > 0n ? value : 0n
}

// what can be withdrawn beside every limit
function addDeposited(state: WalletState, holder: HolderId, currency: CurrencyId, change: bigint): void {
  const sum = atLeast0(depositedOf(state, holder, currency) + change)
  const own = state.deposited.get(holder) ?? new Map<CurrencyId, bigint>()
  if (sum === 0n) own.delete(currency)
  else own.set(currency, sum)
  if (own.size === 0) state.deposited.delete(holder)
  else state.deposited.set(holder, own)
}

function closeDeposit(
  state: WalletState,
  open: Deposit,
  event: WalletEvent & { type: 'depositClosed' },
  now: number,
): void {
  const { holder, currency, received } = event
  state.deposits.delete(holder)
  const worth = worthReceived(open, received)
  count(state, holder, open.submittedAt, now, { deposited: worth - open.worth })
  count(state, holder, now, now, { credited: worth })
  addDeposited(state, holder, currency, received)
}

// a payout that a program had ends; what it did not pay counts no more against what machines may pay on its day
function endPayout(state: WalletState, holder: HolderId, now: number, isPaid: boolean): void {
  const ended = state.payouts.get(holder)
  state.payouts.delete(holder)
  if (!ended || isPaid || dayOf(ended.releasedAt) !== dayOf(now)) return
  state.machines = { day: dayOf(now), sum: atLeast0(machinesToday(state, now) - ended.worth) }
}

function releasePayout(state: WalletState, event: WalletEvent & { type: 'withdrawalReleased' }, now: number): void {
  const { type: _, ...fields } = event
  state.nextPayout = event.payout + 1
  state.payouts.set(event.holder, { ...fields, state: 'ordered', releasedAt: now })
  state.machines = { day: Math.max(dayOf(now), state.machines.day), sum: machinesToday(state, now) + event.worth }
}

function closeWithdrawal(
  state: WalletState,
  open: Withdrawal,
  event: WalletEvent & { type: 'withdrawalClosed' },
  now: number,
): void {
  const { holder, currency, outcome } = event
  endPayout(state, holder, now, outcome === 'paid')
  state.withdrawals.delete(holder)
  state.failedBy.delete(holder)
  unschedule(state, holder)
  if (outcome === 'paid') return count(state, holder, now, now, { paid: atLeast0(open.worth) })
  count(state, holder, open.submittedAt, now, { withdrawn: -open.counted })
  addDeposited(state, holder, currency, open.free)
}

function submit(state: WalletState, event: WalletEvent & { type: 'withdrawalSubmitted' }, now: number): void {
  const { type: _, ...fields } = event
  const open: Withdrawal = {
    ...fields,
    submittedAt: now,
    updatedAt: now,
    state: 'pending',
    approvedBy: 0,
    escalatedAt: 0,
  }
  state.nextWithdrawal = event.withdrawal + 1
  state.heldUntil.delete(event.holder)
  state.withdrawals.set(event.holder, open)
  schedule(state, open)
  count(state, event.holder, now, now, { withdrawn: event.counted })
  addDeposited(state, event.holder, event.currency, -event.free)
}

function opened<T>(found: T | undefined): T {
  if (found === undefined) throw new RangeError('nothing is open that could change')
  return found
}

function change(state: WalletState, event: WalletEvent, now: number): void {
  switch (event.type) {
    case 'walletConfigured':
      // what was set before there were bounds is read within them
      state.terms = boundedTerms(event.terms)
      state.termsVersion += 1
      break
    case 'depositSubmitted': {
      const { type: _, ...fields } = event
      state.nextDeposit = event.deposit + 1
      state.deposits.set(event.holder, { ...fields, submittedAt: now })
      count(state, event.holder, now, now, { deposited: event.worth })
      break
    }
    case 'depositClosed':
      closeDeposit(state, opened(state.deposits.get(event.holder)), event, now)
      break
    case 'withdrawalSubmitted':
      submit(state, event, now)
      break
    case 'withdrawalMoved': {
      const open = opened(state.withdrawals.get(event.holder))
      const approvedBy = event.state === 'approved' ? event.operator : open.approvedBy
      if (event.state === 'errored') state.failedBy.set(event.holder, event.operator)
      state.withdrawals.set(event.holder, { ...open, state: event.state, approvedBy, updatedAt: now })
      break
    }
    case 'withdrawalEscalated': {
      const open = opened(state.withdrawals.get(event.holder))
      unschedule(state, event.holder)
      state.withdrawals.set(event.holder, { ...open, escalatedAt: now })
      break
    }
    case 'withdrawalClosed':
      closeWithdrawal(state, opened(state.withdrawals.get(event.holder)), event, now)
      break
    case 'manuallyEntered': {
      const { holder, currency, amount, kind } = event
      state.nextEntry = event.entry + 1
      addDeposited(state, holder, currency, kind === 'deposit' ? amount : -amount)
      break
    }
    case 'houseMoved':
      state.nextEntry = event.entry + 1
      break
    case 'withdrawalsHeld':
      state.heldUntil.set(event.holder, event.until)
      break
    case 'withdrawalReleased':
      releasePayout(state, event, now)
      break
    case 'payoutMoved':
      state.payouts.set(event.holder, { ...opened(state.payouts.get(event.holder)), state: event.state })
      break
    case 'payoutTakenBack':
      endPayout(state, event.holder, now, false)
  }
}

/** Changes the durable state by a wallet event. */
export function evolveWallet(state: WalletState, venue: Venue, event: WalletEvent, now: number): void {
  change(state, event, now)
  const moves = walletMoves(event)
  if (moves.length > 0) venue.ledger.apply(moves)
}
