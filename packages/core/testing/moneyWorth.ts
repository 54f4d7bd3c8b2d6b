import type { State } from '../state.ts'
import type { HolderId } from '../ledger/holders.ts'
import type { Event } from '../vocabulary.ts'
import { lastMark, profitOf } from './marginRules.ts'

// What all customers are worth together, in 10⁻⁴ of a unit of USDT so that nothing is divided, and how one fact may
// change it while the marks stand still: a trade never makes them richer, and everything else to the unit as it says.

const fine = 10_000n
const usdt = 0

/** The marks by which a fact is judged, in tenths of a tick by listing. */
export type Marks = readonly bigint[]

/** The marks as the engine knows them now. */
export function marksOf(state: State): Marks {
  return state.venue.listings.map(({ id }) => lastMark({ state }, id))
}

/** What an amount of a currency is worth. */
export function worthOf({ venue }: State, marks: Marks, currency: number, amount: bigint): bigint {
  if (currency === usdt) return amount * fine
  for (const { id, base, quote, quotePerTickStep, basePerStep } of venue.listings) {
    if (base !== currency || quote !== usdt) continue
    return (amount * (marks[id] ?? 0n) * BigInt(quotePerTickStep) * fine) / (10n * BigInt(basePerStep))
  }
  return 0n
}

/** What one holder has in all its accounts and open positions. */
export function holderWorth(state: State, marks: Marks, holder: HolderId): bigint {
  const { ledger, currencies } = state.venue
  let sum = (ledger.posted(holder, 'contract', usdt) + ledger.posted(holder, 'option', usdt)) * fine
  for (const { id } of currencies) sum += worthOf(state, marks, id, ledger.posted(holder, 'coin', id))
  for (const position of state.derivative.accounts.get(holder)?.positions.values() ?? []) {
    sum += profitOf(position, marks[position.listing] ?? 0n) * fine
  }
  return sum
}

/** Whom a fact is about. */
export function namedBy(event: Event): ReadonlySet<HolderId> {
  if (event.type === 'derivativeTraded') return new Set([event.maker.holder, event.taker.holder])
  if (event.type === 'spotTraded') return new Set([event.makerHolder, event.takerHolder])
  if (event.type === 'fundingPaid' || event.type === 'miningPaid') {
    return new Set(event.lines.map(({ holder }) => holder))
  }
  return new Set('holder' in event ? [event.holder] : [])
}

/** By how much a fact may change what customers are worth: exactly, or at most, where the house traded. */
export interface Flow {
  readonly amount: bigint
  readonly isMost: boolean
}

const exactly = (amount: bigint): Flow => ({ amount, isMost: false })

function traded(state: State, marks: Marks, event: Event): Flow | null {
  if (event.type === 'derivativeTraded') {
    const { maker, taker } = event
    const isMost = maker.kind === 'house' || taker.kind === 'house'
    const paid = maker.fee + taker.fee + maker.insurance + taker.insurance
    return { amount: -paid * fine, isMost }
  }
  if (event.type === 'spotTraded') {
    const buys = event.takerSide === 'buy'
    const isMost = event.makerOrder === 0 || event.takerOrder === 0
    const maker = worthOf(state, marks, buys ? event.quote : event.base, BigInt(event.makerFee))
    const taker = worthOf(state, marks, buys ? event.base : event.quote, BigInt(event.takerFee))
    return { amount: -maker - taker, isMost }
  }
  if (event.type === 'converted') {
    // within fee and spread the index may have moved since the quote: the two are added up, not multiplied
    const at = (currency: number): bigint => {
      const listing = state.venue.listings.find(({ base }) => base === currency)
      return listing ? (marks[listing.id] ?? 0n) : 0n
    }
    const stood = at(event.source) === BigInt(event.sourceIndex) && at(event.target) === BigInt(event.targetIndex)
    const given = worthOf(state, marks, event.source, event.sourceAmount)
    return { amount: stood ? 0n : given / 250_000n + fine, isMost: true }
  }
  return null
}

/** How a fact may change what all customers are worth together. */
export function flowOf(state: State, marks: Marks, event: Event): Flow {
  const worth = (currency: number, amount: bigint): Flow => exactly(worthOf(state, marks, currency, amount))
  switch (event.type) {
    case 'demoGranted':
      return worth(usdt, event.amount)
    case 'demoReset': {
      let sum = event.change * fine
      for (const { currency, amount, quoteAmount } of event.sold) {
        sum += quoteAmount * fine - worthOf(state, marks, currency, amount)
      }
      return exactly(sum)
    }
    case 'depositClosed':
      return worth(event.currency, event.received)
    case 'withdrawalClosed':
      return worth(event.currency, event.outcome === 'paid' ? -event.amount : 0n)
    case 'manuallyEntered':
      return worth(event.currency, event.kind === 'deposit' ? event.amount : -event.amount)
    case 'fundingPaid':
      return worth(
        usdt,
        event.lines.reduce((sum, { amount }) => sum + amount, 0n),
      )
    case 'positionTakenOver':
      return worth(usdt, event.insurance + event.uncovered)
    case 'optionSettled':
      return worth(usdt, event.outcome === 'win' ? event.gain : event.outcome === 'loss' ? -event.stake : 0n)
    case 'miningPaid': {
      const lines = event.lines.map(({ currency, amount }) => worthOf(state, marks, currency, amount))
      return exactly(lines.reduce((sum, amount) => sum + amount, 0n))
    }
    case 'miningRedeemed':
      return worth(event.currency, -event.cost)
    case 'investBought':
      return worth(event.currency, -event.amount)
    case 'investSettled':
    case 'investVoided':
      return worth(event.currency, event.amount)
    case 'ieoAllotted':
      return worth(usdt, -event.cost)
    case 'ieoDelivered':
      return worth(event.currency, event.quantity)
    default:
      return traded(state, marks, event) ?? exactly(0n)
  }
}
