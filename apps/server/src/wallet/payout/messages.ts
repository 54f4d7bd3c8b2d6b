import { canonicalAddress } from '@truemark/payee/address'
import { canonicalTransaction } from '@truemark/payee/transaction'
import { findFreeze } from '../../operator/door.ts'
import {
  type ChainPayout,
  type ChainPayoutMessage,
  type chainPayouts,
  type chainTaken,
  payoutsMax,
} from '../../platform/chain/message.ts'
import type * as z from 'zod/mini'
import { findNetwork } from '../networks.store.ts'
import { notePayout } from '../claims.store.ts'
import { isTransactionNamed } from '../payoutAnswers.store.ts'
import type { ChainNetwork, WalletPorts } from '../ports.ts'
import {
  type PayoutRow,
  findOrders,
  findPayout,
  isOthersTransaction,
  isPaused,
  lastPayoutSequence,
  openOrders,
} from './payouts.store.ts'
import { isGivenBack, toldBy } from './stand.ts'
import { keepOrder, payoutAmount, payoutTurns, tellEngine, tellPayout } from './tell.ts'

/** So deep what was paid is still watched. */
const watchedDepth = 100
/** So long what went back is still watched, in ms. */
const watchedMs = 30 * 86_400_000

/** What a program has to do with, after a number. */
export async function ordersAfter(
  ports: WalletPorts,
  { confirmations, network }: ChainNetwork,
  after: number,
): Promise<z.infer<typeof chainPayouts>> {
  const { database } = ports
  await openOrders(database, ports.now())
  const rows = await findOrders(database, network, {
    after,
    depth: watchedDepth,
    since: ports.now() - watchedMs,
    limit: payoutsMax,
  })
  const payouts = rows.filter((row) => isShown(ports, row)).map((row) => orderShape(ports, row))
  const sequence = after > 0 ? 0 : await lastPayoutSequence(database, network)
  return { payouts, sequence, confirmations, next: rows.at(-1)?.payout ?? after, more: rows.length === payoutsMax }
}

// what was not let go yet is shown once it is screened, and while nobody wants it back
function isShown(ports: WalletPorts, row: PayoutRow): boolean {
  if (row.said === 'unsent' && !isGivenBack(row.state)) return false
  return row.said !== '' || (row.recalledBy === 0 && (ports.screen === null || row.screened === 'clear'))
}

function orderShape(ports: WalletPorts, row: PayoutRow): ChainPayout {
  const { payout, payee: address, memo, pledge, transactionId: txid, recalledBy, said, state } = row
  const { code: currency } = ports.catalogue.currency(row.currency)
  const running = said === '' || said === 'unsent' ? 'ordered' : said
  const stands = state === 'paid' ? 'paid' : isGivenBack(state) ? 'returned' : running
  const order = { payout, currency, address, memo, amount: payoutAmount(ports, row), pledge, txid }
  return { ...order, state: stands, recalled: recalledBy !== 0 }
}

/** What a program would send, as it has it written down. */
export interface Wanted {
  readonly payout: number
  readonly address: string
  readonly memo: string
  readonly amount: string
  readonly pledge: string
  readonly txid: string
}

/**
 * Whether a program may send a payout now, once: it asks only while it has not sent it. Its pledge stays the same from then
 * on, whatever bars it later; whoever was never let go on has sent nothing, and is bound by nothing.
 */
export function takePayout(
  ports: WalletPorts,
  chain: ChainNetwork,
  wanted: Wanted,
): Promise<z.infer<typeof chainTaken>> {
  return payoutTurns.take(wanted.payout, async () => {
    const row = await findPayout(ports.database, wanted.payout)
    if (row === null || row.network !== chain.network) return { go: false, why: 'payout_unknown' }
    if (!(await ports.reads.current())) return { go: false, why: 'server_busy' }
    const why = (await isOrdered(ports, row, wanted)) ? await barOf(ports, chain, row) : 'payout_changed'
    const { pledge, txid } = wanted
    let answer = { go: false, why: 'payout_done' }
    await keepOrder(ports, row.payout, (now) => {
      if (now.said !== '' && now.said !== 'taken') return null
      if (now.said === 'taken' && now.pledge !== pledge) {
        answer = { go: false, why: 'payout_taken' }
        return null
      }
      const updatedAt = ports.now()
      const bar = now.recalledBy === 0 ? why : 'payout_recalled'
      answer = { go: bar === '', why: bar }
      // what was let go once may be on its way: its pledge stays
      if (bar !== '') return null
      const transactionId = canonicalTransaction(txid)
      return { ...now, said: 'taken', pledge, transactionId, takenAt: now.takenAt ?? updatedAt, updatedAt }
    })
    return answer
  })
}

// a number can come again, after a server that was restored: what would be sent has to be what is ordered
async function isOrdered(ports: WalletPorts, row: PayoutRow, { address, amount, memo }: Wanted): Promise<boolean> {
  return (
    (await canonicalFor(ports, row, address)) === row.payee && memo === row.memo && amount === payoutAmount(ports, row)
  )
}

async function canonicalFor(ports: WalletPorts, row: PayoutRow, address: string): Promise<string> {
  const { code } = ports.catalogue.currency(row.currency)
  const found = await findNetwork(ports.database, code, row.network)
  return found === null ? address : canonicalAddress(found.form, address)
}

// why nothing of a network, or not this payout, is sent now; empty where it is
async function barOf(ports: WalletPorts, { network }: ChainNetwork, row: PayoutRow): Promise<string> {
  const { database } = ports
  const now = await findPayout(database, row.payout)
  if (now?.state !== 'ordered') return 'payout_done'
  if (!ports.payouts.orderMax.has(network)) return 'payout_by_people'
  if (await isPaused(database, network)) return 'payout_paused'
  if (ports.screen !== null && now.screened !== 'clear') return 'screen_waits'
  return (await findFreeze(database, row.userId)) === null ? '' : 'account_frozen'
}

/** Takes what a program says of payouts, in its order, and has the engine know it. */
export async function takeSaid(
  ports: WalletPorts,
  chain: ChainNetwork,
  messages: readonly ChainPayoutMessage[],
): Promise<void> {
  for (const message of messages) {
    if (await takeOne(ports, chain, message)) await tellEngine(ports, message.payout)
  }
}

function takeOne(ports: WalletPorts, { network }: ChainNetwork, message: ChainPayoutMessage): Promise<boolean> {
  return payoutTurns.take(message.payout, async () => {
    const row = await findPayout(ports.database, message.payout)
    if (row === null || row.network !== network) return false
    const address = await canonicalFor(ports, row, message.address)
    const said = { ...message, address, txid: canonicalTransaction(message.txid) }
    const kept = await keepOrder(ports, row.payout, async (order, client) => {
      const of = { network, payout: row.payout, claim: row.claim, payee: row.payee, transactionId: said.txid }
      const isOthers = (await isOthersTransaction(client, of)) || (await isTransactionNamed(client, of))
      return toldBy(order, said, {
        state: row.state,
        amount: payoutAmount(ports, row),
        address: row.payee,
        memo: row.memo,
        isOthers,
        now: ports.now(),
      })
    })
    if (kept === null) return false
    // another transaction of the same number may take the place of one that was stuck
    if (kept.said === 'sent' && (row.said !== 'sent' || kept.transactionId !== row.transactionId)) {
      await notePayout(ports.database, row.claim, kept.transactionId)
    }
    tellPayout(ports, row, kept)
    return true
  })
}
