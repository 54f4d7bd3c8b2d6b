import type { Event } from '@truemark/core/vocabulary'
import { houseOf } from '@truemark/core/ledger/holders'
import { type Account, type Entry, type Move, accounts } from '@truemark/core/ledger/move'
import { movesOf } from '@truemark/core/moves'
import type { Fact } from '../engine/door.ts'

/** What a ledger line is about. Places are for ever: they stand in the table. */
export const refKinds = ['', 'spot_order', 'transfer', 'spot_trade', 'exchange'] as const
export type RefKind = (typeof refKinds)[number]

/** Who stands on the other side of a line: one of the holder's own accounts, or a word. Places are for ever. */
export const otherSides = ['coin', 'contract', 'option', 'market', 'fees', 'external'] as const
export type OtherSide = (typeof otherSides)[number]

/** One account of one holder in one currency. */
export interface AccountKey {
  readonly holder: number
  readonly account: Account
  readonly currency: number
}

export interface Stand {
  readonly posted: bigint
  readonly frozen: bigint
}

/** A line of the ledger with what stood in the account after it. */
export interface LedgerRow extends AccountKey {
  readonly seq: number
  readonly time: number
  readonly place: number
  readonly category: Entry['category']
  readonly amount: bigint
  readonly balanceAfter: bigint
  readonly other: OtherSide
  readonly refKind: RefKind
  readonly ref: number
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
  return `${key.holder}.${accounts.indexOf(key.account)}.${key.currency}`
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
  const stands = new Map<string, BalanceRow>()
  const entries: LedgerRow[] = []
  let seq = -1
  let place = 0
  for (const { fact, moves } of postings) {
    if (fact.seq !== seq) place = 0
    seq = fact.seq
    for (const move of moves) {
      const name = keyName(move)
      const stand = stands.get(name) ?? before.get(name) ?? { posted: 0n, frozen: 0n }
      const isEntry = move.kind === 'entry'
      const posted = isEntry ? stand.posted + move.amount : stand.posted
      const frozen = isEntry ? stand.frozen : stand.frozen + move.amount
      const { holder, account, currency } = move
      stands.set(name, { holder, account, currency, posted, frozen, seq })
      if (isEntry) entries.push(lineOf(fact, move, moves, place++, posted))
    }
  }
  return { entries, balances: [...stands.values()] }
}

function lineOf(
  { seq, time, event }: Fact<Event>,
  entry: Entry,
  moves: readonly Move[],
  place: number,
  balanceAfter: bigint,
): LedgerRow {
  const { holder, account, currency, category, amount } = entry
  const { refKind, ref } = referenceOf(event, holder)
  const other = otherSideOf(entry, moves)
  return { holder, account, currency, category, amount, seq, time, place, balanceAfter, other, refKind, ref }
}

function otherSideOf(entry: Entry, moves: readonly Move[]): OtherSide {
  const partner = moves.find(
    (move) => move.kind === 'entry' && move.currency === entry.currency && move.amount === -entry.amount,
  )
  if (partner === undefined) return 'market'
  if (partner.holder === entry.holder) return partner.account
  const house = houseOf(partner.holder)?.account
  return house === 'fees' || house === 'external' ? house : 'market'
}

function referenceOf(event: Event, holder: number): { refKind: RefKind; ref: number } {
  if (event.type === 'transferred') return { refKind: 'transfer', ref: event.transfer }
  if (event.type === 'converted') return { refKind: 'exchange', ref: event.conversion }
  if (event.type !== 'spotTraded') return { refKind: '', ref: 0 }
  if (holder === event.takerHolder && event.takerOrder !== 0) return { refKind: 'spot_order', ref: event.takerOrder }
  if (holder === event.makerHolder && event.makerOrder !== 0) return { refKind: 'spot_order', ref: event.makerOrder }
  return { refKind: 'spot_trade', ref: event.trade }
}
