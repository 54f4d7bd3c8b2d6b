import { wealthProducts } from '@truemark/core/capability/products'
import type { DerivativeTraded } from '@truemark/core/derivative/event'
import type { Event } from '@truemark/core/vocabulary'
import { holderName, type HouseAccount, houseOf, isHouse, type HolderId } from '@truemark/core/ledger/holders'
import { type Account, type Entry, type Move, accounts } from '@truemark/core/ledger/move'
import { movesOf } from '@truemark/core/moves'
import type { Fact } from '../engine/door.ts'
import { served } from '../wealth/door.ts'
import { type LedgerRow, type OtherSide, type RefKind } from './tables.ts'

/** One account of one holder in one currency. */
export interface AccountKey {
  readonly holder: HolderId
  readonly account: Account
  readonly currency: number
}

export interface Stand {
  readonly posted: bigint
  readonly frozen: bigint
}

/** What stands in an account after all facts, and the row of the last change. */
export interface BalanceRow extends AccountKey, Stand {
  readonly seq: number
}

interface Posting {
  readonly fact: Fact<Event>
  readonly moves: readonly Move[]
}

/** The moves of each fact that has any. */
export function postingsOf(facts: readonly Fact<Event>[]): Posting[] {
  return facts.map((fact) => ({ fact, moves: movesOf(fact.event) })).filter(({ moves }) => moves.length > 0)
}

/** A name for an account, unique among all. */
export function keyName(key: AccountKey): string {
  return `${holderName(key.holder)}.${accounts.indexOf(key.account)}.${key.currency}`
}

/** The accounts that the postings touch, each once. */
export function accountsOf(postings: readonly Posting[]): AccountKey[] {
  const found = new Map<string, AccountKey>()
  for (const { moves } of postings) for (const move of moves) found.set(keyName(move), move)
  return [...found.values()]
}

/**
 * The ledger lines and final balances of postings, from what stood in each account before (none: nothing). Lines of
 * one journal row are numbered on across its events: at most 1 000 an event.
 */
export function ledgerRowsOf(
  postings: readonly Posting[],
  before: ReadonlyMap<string, Stand>,
): { readonly entries: LedgerRow[]; readonly balances: BalanceRow[] } {
  const stands = new Map<string, Standing>()
  const entries: LedgerRow[] = []
  let seq = -1
  let place = 0
  for (const { fact, moves } of postings) {
    if (fact.seq !== seq) place = 0
    seq = fact.seq
    const alike = new Map<string, number>()
    const hasLines = 'lines' in fact.event
    for (const move of moves) {
      const name = keyName(move)
      const { holder, account, currency, amount } = move
      let stand = stands.get(name)
      if (stand === undefined) stands.set(name, (stand = standingOf(move, before.get(name))))
      stand.seq = seq
      if (move.kind === 'entry') {
        stand.posted += amount
        // only what has lines of its own tells those of one holder and amount apart
        const nth = hasLines ? nextOf(alike, `${holderName(holder)} ${amount}`) : 0
        const line = { holder, account, currency, category: move.category, amount, nth }
        entries.push(lineOf(fact, line, otherSideOf(move, moves), place++, stand.posted))
        continue
      }
      stand.frozen += amount
      if (move.category !== undefined && amount !== 0n && !isHouse(holder)) {
        const freed = { holder, account, currency, category: move.category, amount: -amount, nth: 0 }
        entries.push(lineOf(fact, freed, 'held', place++, stand.posted - stand.frozen))
      }
    }
  }
  return { entries, balances: [...stands.values()] }
}

/** A balance while lines are added to it. */
interface Standing extends AccountKey {
  posted: bigint
  frozen: bigint
  seq: number
}

function standingOf({ holder, account, currency }: AccountKey, before: Stand | undefined): Standing {
  return { holder, account, currency, posted: before?.posted ?? 0n, frozen: before?.frozen ?? 0n, seq: 0 }
}

/** How often a name was asked for before. */
function nextOf(counts: Map<string, number>, name: string): number {
  const count = counts.get(name) ?? 0
  counts.set(name, count + 1)
  return count
}

interface Line extends Pick<Entry, 'holder' | 'account' | 'currency' | 'category' | 'amount'> {
  /** How many entries of the event before it are of the same holder and amount. */
  readonly nth: number
}

function lineOf(
  { seq, time, event }: Fact<Event>,
  move: Line,
  other: OtherSide,
  place: number,
  balanceAfter: bigint,
): LedgerRow {
  const { holder, account, currency, category, amount } = move
  const incomeDay = event.type === 'miningPaid' ? event.day : 0
  const { refKind, ref } = referenceOf(event, move)
  return { holder, account, currency, category, amount, seq, time, place, balanceAfter, other, refKind, ref, incomeDay }
}

/** How the house's accounts are named to a holder; whoever makes the prices of a market is the market. */
const houseSides: Readonly<Record<HouseAccount, OtherSide>> = {
  external: 'external',
  fees: 'fees',
  insurance: 'insurance',
  liquidity: 'market',
  clearing: 'clearing',
  optionPool: 'options',
  wealthPool: 'finance',
  exchangeDesk: 'exchange',
  rounding: 'market',
  treasury: 'treasury',
}

function otherSideOf(entry: Entry, moves: readonly Move[]): OtherSide {
  const partner = moves.find(
    (move) => move.kind === 'entry' && move.currency === entry.currency && move.amount === -entry.amount,
  )
  if (partner === undefined) return 'market'
  if (partner.holder === entry.holder) return partner.account
  const house = houseOf(partner.holder)?.account
  return house === undefined ? 'market' : houseSides[house]
}

/** The part of an event, in its own order, that an entry was made of. */
function partOf<T extends { readonly holder: HolderId; readonly amount: bigint }>(
  lines: readonly T[],
  { holder, amount, nth }: Line,
): T | undefined {
  return lines.filter((line) => line.holder === holder && line.amount === amount)[nth]
}

interface Reference {
  readonly refKind: RefKind
  readonly ref: number
}

function referenceOf(event: Event, line: Line): Reference {
  const { holder } = line
  if (event.type === 'transferred') return { refKind: 'transfer', ref: event.transfer }
  if (event.type === 'converted') return { refKind: 'exchange', ref: event.conversion }
  if (event.type === 'fundingPaid') {
    return { refKind: 'funding', ref: partOf(event.lines, line)?.position ?? 0 }
  }
  if (event.type === 'depositClosed') return { refKind: 'deposit', ref: event.deposit }
  if (event.type === 'withdrawalSubmitted' || event.type === 'withdrawalClosed') {
    return { refKind: 'withdrawal', ref: event.withdrawal }
  }
  if (event.type !== 'spotTraded') return derivativeReference(event, line)
  if (holder === event.takerHolder && event.takerOrder !== 0) return { refKind: 'spot_order', ref: event.takerOrder }
  if (holder === event.makerHolder && event.makerOrder !== 0) return { refKind: 'spot_order', ref: event.makerOrder }
  return { refKind: 'spot_trade', ref: event.trade }
}

function derivativeReference(event: Event, line: Line): Reference {
  switch (event.type) {
    case 'derivativeTraded':
      return { refKind: 'derivative', ref: tradedBy(event, line.holder) }
    case 'derivativeOrderAccepted':
    case 'derivativeOrderRested':
    case 'derivativeOrderAmended':
    case 'derivativeOrderClosed':
      return { refKind: 'derivative', ref: event.order }
    case 'marginAdded':
    case 'positionMarked':
    case 'positionTakenOver':
      return { refKind: 'derivative', ref: event.position }
    case 'optionPlaced':
    case 'optionSettled':
    case 'optionVoided':
      return { refKind: 'option', ref: event.order }
    default:
      return wealthReference(event, line)
  }
}

function wealthReference(event: Event, line: Line): Reference {
  for (const product of wealthProducts) {
    const ref = served[product].reference(event, (lines) => partOf(lines, line))
    if (ref !== null) return { refKind: product, ref }
  }
  return { refKind: '', ref: 0 }
}

// a contract's lines lead to its ticket, a perpetual's to the order that traded, or (a liquidation) to the position
function tradedBy(event: DerivativeTraded, holder: HolderId): number {
  const effect = event.taker.holder === holder ? event.taker : event.maker
  const position = effect.closing === 0 ? effect.opening : effect.closing
  return effect.product === 'contract' || effect.order === 0 ? position : effect.order
}
