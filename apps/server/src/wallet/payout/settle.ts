import type { Command } from '@truemark/core/vocabulary'
import { canonicalTransaction } from '@truemark/payee/transaction'
import { isReason } from '@truemark/protocol/errors'
import type { DeskWithdrawal } from '@truemark/protocol/routes/deskWallet'
import { type PayoutOutcome, type deskPayoutRoutes, payoutOutcome } from '@truemark/protocol/routes/deskPayouts'
import * as z from 'zod/mini'
import { house } from '../../engine/door.ts'
import {
  type ActingOperator,
  type Begun,
  type Doer,
  type Plan,
  actorOf,
  appendAudit,
  beginDeed,
  endDeed,
  findBegunBy,
  isKnown,
  ownAccountRefusal,
} from '../../operator/door.ts'
import { type Call, type Outcome, type RequestKey, done, refused } from '../../platform/http/call.ts'
import type { Caller } from '../../platform/http/session.ts'
import type { Queryable } from '../../platform/postgres/database.ts'
import { notePayout } from '../claims.store.ts'
import { tellDecision } from '../decisionMail.ts'
import { shownWithdrawal, transactionFault, withdrawalNamed } from '../deskWithdrawals.ts'
import { isUnknown } from '../keys.ts'
import type { WalletPorts } from '../ports.ts'
import { findWithdrawal } from '../store.ts'
import { type OrderRow, type PayoutRow, type SwitchRow, findOrdersOf, findPayout, putSwitch } from './payouts.store.ts'
import { isEnded, isSilent } from './stand.ts'
import { keepOrder, payoutAmount, payoutTurns, tellEngine } from './tell.ts'

const settling = z.object({ payout: z.int(), outcome: payoutOutcome, transactionId: z.string() })
type Settling = z.output<typeof settling>
const resuming = z.object({ network: z.string() })

/** Says how two people settle a payout, and let a network’s payouts go on. */
export function defineSettling(ports: WalletPorts): void {
  const { database, proposals } = ports
  proposals.define('payout_settle', {
    access: 'desk_wallet_write',
    payload: settling,
    overwritesNothing: true,
    plan: (wanted) => planOf(ports, wanted),
    after: (wanted, doer) => settleBy(ports, wanted, doer),
  })
  proposals.define('payout_resume', {
    access: 'desk_wallet_write',
    payload: resuming,
    plan: async ({ network }) =>
      ports.payouts.orderMax.has(network)
        ? done({ subject: network, detail: { network } })
        : refused('network_unknown'),
    within: async (client, { network }, { actor, approver, reason }) => {
      await turnSwitch({ database, now: ports.now }, client, {
        network,
        paused: false,
        reason,
        operator: approver,
        actor,
      })
      return done(null)
    },
  })
}

/** Asks a second person where a network’s payouts are to go on; null where the installation is declared to have one. */
export function resumeGate(
  { proposals }: WalletPorts,
  caller: Caller,
  network: string,
  reason: string,
): Promise<Outcome<never> | null> {
  return proposals.gate(caller, 'payout_resume', { network }, reason)
}

/** Stops a network’s payouts, or lets them go on, with its entry in the audit log. */
export async function turnSwitch(
  { now }: Pick<WalletPorts, 'database' | 'now'>,
  client: Queryable,
  { actor, ...turned }: Omit<SwitchRow, 'changedAt'> & { readonly actor: ActingOperator },
): Promise<void> {
  const { network, paused, reason } = turned
  await putSwitch(client, { ...turned, changedAt: now() })
  const action = paused ? 'payouts_paused' : 'payouts_resumed'
  await appendAudit(client, { actor, action, subject: network, reason, detail: { network } })
}

// why people can't say this of a payout as it stands; null where they can
function settleRefusal(ports: WalletPorts, row: PayoutRow, { outcome }: Pick<Settling, 'outcome'>) {
  const { lostAt, said, state } = row
  if (outcome === 'lost')
    return isSilent(ports, row) ? null : refused(isEnded(state) ? 'payout_done' : 'payout_running')
  if (outcome === 'noted') return lostAt === null ? refused('payout_done') : null
  // found again since, as the engine is told next
  if (outcome === 'returned' && said === 'sent') return refused(isEnded(state) ? 'payout_done' : 'payout_running')
  if (state === 'lost') return null
  return refused(state === 'ordered' || state === 'sent' ? 'payout_running' : 'payout_done')
}

async function planOf(ports: WalletPorts, wanted: Settling): Promise<Outcome<Plan>> {
  const row = await findPayout(ports.database, wanted.payout)
  if (row === null) return refused('payout_unknown')
  const refusal = settleRefusal(ports, row, wanted)
  if (refusal !== null) return refusal
  if (wanted.outcome === 'paid') {
    const withdrawal = await findWithdrawal(ports.database, row.withdrawal)
    const fault = withdrawal === null ? null : await transactionFault(ports, withdrawal, wanted.transactionId)
    if (fault !== null) return refused(fault)
  }
  const { ids } = ports
  return done({ subject: ids.write('withdrawal', row.withdrawal), detail: detailOf(ports, row, wanted) })
}

function detailOf(ports: WalletPorts, row: PayoutRow, { outcome, transactionId }: Settling): Record<string, string> {
  return {
    uid: ports.ids.write('user', row.userId),
    outcome,
    amount: payoutAmount(ports, row),
    currency: ports.catalogue.currency(row.currency).code,
    network: row.network,
    payee: row.payee,
    sent_as: row.transactionId,
    ...(transactionId === '' ? {} : { transaction_id: transactionId }),
  }
}

/** Settles a payout by two people; by one who is both in an installation that is declared to have no other. */
export async function settle(
  ports: WalletPorts,
  { body, caller, params }: Call<typeof deskPayoutRoutes.deskWithdrawalSettle>,
): Promise<Outcome<DeskWithdrawal>> {
  const row = await withdrawalNamed(ports, params.id)
  if (row === null) return refused('withdrawal_unknown')
  const own = await ownAccountRefusal(ports.database, row.userId, caller.userId)
  if (own !== null) return own
  const order = (await findOrdersOf(ports.database, [row.id])).get(row.id)
  if (order === undefined) return refused('payout_unknown')
  const transactionId = body.outcome === 'paid' ? canonicalTransaction(body.transaction_id) : ''
  const wanted: Settling = { payout: order.payout, outcome: body.outcome, transactionId }
  const plan = await planOf(ports, wanted)
  if (!plan.ok) return plan
  const gate = await ports.proposals.gate(caller, 'payout_settle', wanted, body.reason)
  if (gate !== null) return gate
  const actor = await actorOf(ports, caller)
  const { userId } = caller
  const by = { asker: userId, approver: userId, actor, reason: body.reason, key: null }
  const settled = await settleBy(ports, wanted, by)
  return settled.ok ? shownWithdrawal(ports, row.id) : settled
}

type By = Pick<Doer, 'asker' | 'approver' | 'actor' | 'reason'> & { readonly key: RequestKey | null }

async function settleBy(ports: WalletPorts, wanted: Settling, by: By): Promise<Outcome<null>> {
  const settled = await payoutTurns.take(wanted.payout, () => settleNow(ports, wanted, by))
  if (settled.ok && wanted.outcome === 'lost') await tellEngine(ports, wanted.payout)
  return settled
}

async function settleNow(ports: WalletPorts, wanted: Settling, by: By): Promise<Outcome<null>> {
  const row = await findPayout(ports.database, wanted.payout)
  if (row === null) return refused('payout_unknown')
  const { outcome } = wanted
  const command = commandOf(row, wanted, by)
  const begun = await begin(ports, row, wanted, { by, command })
  if (!begun.ok) return begun
  const { at, key } = begun.data
  const isEnd = outcome === 'paid' || outcome === 'returned'
  // the engine answers its key as it did, what it has done before a crash too
  if (isEnd) {
    const told = await tellOutcome(ports, row, command, key)
    if (!told.ok) {
      if (isKnown(key, told.reason)) await ports.database.transaction((client) => endDeed(client, at, told.reason))
      return isUnknown(told.reason) ? refused('server_busy') : told
    }
  }
  await keepOrder(ports, row.payout, async (now, client) => {
    await endDeed(client, at, '')
    if (outcome === 'paid') await notePayout(client, row.claim, wanted.transactionId)
    return settledRow({ ...now, lostAt: null, updatedAt: ports.now() }, outcome)
  })
  if (isEnd) await tellDecision(ports, 'withdrawal', row.withdrawal)
  return done(null)
}

interface Asked {
  readonly by: By
  readonly command: Command
}

// what was begun before a crash, and is asked for again after it, was held against the payout as it stood then
async function begin(
  ports: WalletPorts,
  row: PayoutRow,
  wanted: Settling,
  { by: { actor, key, reason }, command }: Asked,
): Promise<Outcome<Begun>> {
  const { database, ids } = ports
  const before = key === null ? null : await findBegunBy(database, key)
  const refusal = before === null ? settleRefusal(ports, row, wanted) : null
  if (refusal !== null) return refusal
  const told = { actor, subject: ids.write('withdrawal', row.withdrawal), reason }
  const touched = [ids.write('user', row.userId)]
  const entry = { ...told, action: 'payout_settled', detail: detailOf(ports, row, wanted), touched } as const
  const beginning = { entry, refusedAs: key === null ? 'deed_refused' : null, command, key, asked: null } as const
  const begun = await database.transaction((client) => beginDeed(client, beginning))
  const { outcome } = begun
  if (outcome !== null && outcome !== '') return refused(isReason(outcome) ? outcome : 'server_error')
  return done(begun)
}

function settledRow(row: OrderRow, outcome: PayoutOutcome): OrderRow {
  // what was said meanwhile stays
  const isOpen = row.said === 'taken' || row.said === 'sent'
  if (outcome === 'lost') return isOpen ? { ...row, said: 'lost', reason: 'payout_silent' } : row
  // not there, people say: were it mined after all, that would be new
  return outcome === 'returned' ? { ...row, confirmations: 0, height: null, block: '' } : row
}

function commandOf({ holder, payout }: PayoutRow, { outcome }: Settling, { asker, approver }: By): Command {
  const reason = outcome === 'paid' ? '' : 'network_unavailable'
  return { type: 'settlePayout', holder, payout, reason, asker, approver, alone: asker === approver }
}

async function tellOutcome(
  { exchange, reads }: WalletPorts,
  { holder }: PayoutRow,
  command: Command,
  key: RequestKey,
): Promise<Outcome<null>> {
  const executed = await exchange.command(house, command, key)
  reads.note(holder, executed.seq)
  if (!executed.ok) return refused(executed.reason, executed.params)
  await reads.settled(holder)
  return done(null)
}
