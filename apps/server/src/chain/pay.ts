import * as z from 'zod/mini'
import {
  type ChainPayout,
  type ChainPayoutMessage,
  chainPayouts,
  chainTaken,
  payoutsMax,
  sequenceAfter,
} from '../platform/chain/message.ts'
import type { Tell } from './serverClient.ts'

/** How a payout stands, as its program says it. */
export type Stand = Omit<ChainPayoutMessage, 'sequence' | 'memo'>

/** What a wallet lacks; canonical decimal. */
export interface Short {
  readonly currency: string
  readonly amount: string
}

/** What a program has to do with: all of it, so that what it keeps beside is over. */
export interface Handed {
  readonly orders: readonly ChainPayout[]
  /** So deep a payment is believed: also one that keeps an order's own from ever being mined. */
  readonly confirmations: number
}

/** What became of orders in one round. */
export interface Brought {
  /** How those stand of which something is known. */
  readonly stands: readonly Stand[]
  /** What failed; it kept no other order from going on. */
  readonly failures: readonly Failure[]
}

/** What kept an order from going on in this round. */
export interface Failure {
  readonly payout: number
  readonly error: unknown
}

/** How orders of one chain are paid. */
export interface Payer {
  /** Brings each order on as far as it goes now. Throws where it can't begin with any. */
  readonly pay: (handed: Handed) => Promise<Brought>
  /** What its wallet lacked for what was not sent. */
  readonly short: () => readonly Short[]
  /** The number of the last message that may have been sent, kept before it is. */
  readonly sequence: () => number
  readonly keepSequence: (sequence: number) => void
}

/** What a program that pays does again and again. */
export interface Paying {
  readonly round: () => Promise<void>
  readonly short: Payer['short']
}

/** Pays what the server hands over, and tells how it stands. A round throws what failed once all else is done. */
export function payOrders(tell: Tell, payer: Payer): Paying {
  const told = new Map<number, string>()
  return {
    short: payer.short,
    round: async () => {
      const { sequence, ...handed } = await handedBy(tell)
      const { failures, stands } = await payer.pay(handed)
      const listed = new Set(handed.orders.map(({ payout }) => payout))
      for (const payout of told.keys()) if (!listed.has(payout)) told.delete(payout)
      const lost = new Set(handed.orders.filter(({ state }) => state === 'lost').map(({ payout }) => payout))
      // what was never sent is said until the server asks for it no more, and what people believe lost until they read otherwise
      const isUnheard = ({ payout, state }: Stand): boolean =>
        state === 'unsent' || (state === 'sent' && lost.has(payout))
      const news = stands.filter((one) => isUnheard(one) || told.get(one.payout) !== JSON.stringify(one))
      for (let from = 0; from < news.length; from += payoutsMax) {
        const part = news.slice(from, from + payoutsMax)
        const last = sequenceAfter(payer.sequence(), sequence)
        payer.keepSequence(last + part.length)
        await tell('/payouts/said', { payouts: part.map((one, at) => ({ ...one, sequence: last + at + 1 })) })
        for (const one of part) told.set(one.payout, JSON.stringify(one))
      }
      const [first, ...others] = failures
      if (first === undefined) return
      const more = others.length === 0 ? '' : ` and ${String(others.length)} more`
      throw new Error(`payout ${String(first.payout)}${more}`, { cause: first.error })
    },
  }
}

async function handedBy(tell: Tell): Promise<Handed & { readonly sequence: number }> {
  const orders: ChainPayout[] = []
  let sequence = 0
  let confirmations = 1
  for (let after = 0, more = true; more;) {
    const page = z.parse(chainPayouts, await tell('/payouts', { after }))
    orders.push(...page.payouts)
    sequence = Math.max(sequence, page.sequence)
    confirmations = page.confirmations
    after = page.next
    more = page.more
  }
  return { orders, sequence, confirmations }
}

/** Brings each order on by itself: one that fails keeps no other waiting. What lacks coins, or stands nowhere, is left out. */
export async function bringEach<Lack extends object>(
  orders: readonly ChainPayout[],
  bringOn: (order: ChainPayout) => Promise<Stand | Lack | null>,
): Promise<Brought & { readonly lacks: readonly Lack[] }> {
  const stands: Stand[] = []
  const failures: Failure[] = []
  const lacks: Lack[] = []
  for (const order of orders) {
    try {
      const found = await bringOn(order)
      if (found === null) continue
      if ('payout' in found) stands.push(found)
      else lacks.push(found)
    } catch (error) {
      failures.push({ payout: order.payout, error })
    }
  }
  return { stands, failures, lacks }
}

/** For how long the server names an order no more until it is forgotten: its list may be behind for a moment. */
const forgetMs = 3_600_000

/** Tells which kept orders are over, since the server names them no more: at once what was never sent. */
export function overOnes(now: () => number) {
  const missing = new Map<number, number>()
  return <T extends { readonly payout: number; readonly stage: 'signed' | 'sending' }>(
    kept: readonly T[],
    orders: readonly ChainPayout[],
  ): T[] => {
    const listed = new Set(orders.map(({ payout }) => payout))
    for (const payout of missing.keys()) if (listed.has(payout)) missing.delete(payout)
    return kept.filter(({ payout, stage }) => {
      if (listed.has(payout)) return false
      const since = missing.get(payout) ?? now()
      missing.set(payout, since)
      const isOver = stage === 'signed' || now() - since >= forgetMs
      if (isOver) missing.delete(payout)
      return isOver
    })
  }
}

/** Asks whether what is written down of an order may be sent now; said by nobody who may have sent it. */
export async function isLetGo(
  tell: Tell,
  { address, amount, payout }: Pick<ChainPayout, 'payout' | 'address' | 'amount'>,
  { pledge, txid }: { readonly pledge: string; readonly txid: string },
): Promise<boolean> {
  // what it will pay, so that the server can hold it against what it ordered
  const wanted = { payout, pledge, txid, address, amount }
  return z.parse(chainTaken, await tell('/payouts/take', wanted)).go
}

/** Whether an order is only looked at: its money went back, so it is never sent again. */
export function isOver({ state }: Pick<ChainPayout, 'state'>): boolean {
  return state === 'returned'
}

/** Whether a kept order is what the server names under its number now: a server that was put back may name another. */
export function isSame(
  kept: Pick<ChainPayout, 'address' | 'amount' | 'currency'>,
  { address, amount, currency }: Pick<ChainPayout, 'address' | 'amount' | 'currency'>,
): boolean {
  return kept.address === address && kept.amount === amount && kept.currency === currency
}

/** Of an order that was never sent, and never will be. */
export function unsentStand({ payout }: Pick<ChainPayout, 'payout'>, reason: Stand['reason']): Stand {
  const nothing = { txid: '', address: '', amount: '0', confirmations: 0, height: null, block: '' }
  return { payout, state: 'unsent', ...nothing, reason }
}

/** Of an order of which nobody knows, or whose transaction can't be mined any more. */
export function lostStand(
  { payout, address, amount, txid }: Pick<ChainPayout, 'payout' | 'address' | 'amount' | 'txid'>,
  reason: Stand['reason'],
): Stand {
  return { payout, state: 'lost', txid, address, amount, confirmations: 0, height: null, block: '', reason }
}
