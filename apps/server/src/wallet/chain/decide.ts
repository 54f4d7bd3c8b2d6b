import { formatDecimal } from '@truemark/core/money/decimal'
import { canonicalAddress } from '@truemark/payee/address'
import { canonicalMemo, isMemo } from '@truemark/payee/memo'
import { canonicalTransaction, isTransaction } from '@truemark/payee/transaction'
import { addressFault } from '@truemark/payee/payeeFault'
import { chainAct } from '@truemark/protocol/routes/deskChain'
import * as z from 'zod/mini'
import { personById } from '../../identity/door.ts'
import { type ActingOperator, type Doer, type Plan, appendAudit } from '../../operator/door.ts'
import { type Outcome, done, refused } from '../../platform/http/call.ts'
import type { Queryable } from '../../platform/postgres/database.ts'
import { insertDepositClaim } from '../claims.store.ts'
import { credits } from '../credit.ts'
import { findNetwork } from '../networks.store.ts'
import type { WalletPorts } from '../ports.ts'
import { detailOf, finish, keep, turns } from './credit.ts'
import { type ChainPaymentRow, findPayment, lockPayment, updatePayment } from './payments.store.ts'
import { isConfirmed } from './stand.ts'
import { neededOf } from './shape.ts'

/** What two people say of a payment: `user` is who is credited (0: whose the address is). */
export const decisionPayload = z.object({
  payment: z.int(),
  act: chainAct,
  user: z.int(),
  address: z.string(),
  transactionId: z.string(),
  memo: z._default(z.string(), ''),
})
export type ChainDecision = z.output<typeof decisionPayload>

/** Says how what a machine left to people is decided by two of them. */
export function defineChainDecisions(ports: WalletPorts): void {
  const { database, proposals } = ports
  proposals.define('chain_payment', {
    access: 'desk_wallet_write',
    payload: decisionPayload,
    plan: async (wanted) => {
      const row = await findPayment(database, wanted.payment)
      return row === null ? refused('deposit_unknown') : planOf(ports, row, wanted)
    },
    within: async (client, wanted, { actor, reason, approver }) => {
      const row = await findPayment(client, wanted.payment)
      if (row === null) return refused('deposit_unknown')
      if (wanted.act === 'credit') return takeRoom(ports, client, row, approver)
      return endByHand(ports, client, wanted, { actor, reason })
    },
    after: async (wanted, doer) => (wanted.act === 'credit' ? creditByPeople(ports, wanted, doer) : done(null)),
  })
}

/** Why people can't do this to a payment as it stands; null where they can. */
export function actRefusal(ports: WalletPorts, row: ChainPaymentRow, { act }: Pick<ChainDecision, 'act'>) {
  if (act === 'settle') return row.lostAt === null ? refused('deposit_done') : null
  if (row.state !== 'held') return refused('deposit_done')
  if (act === 'return') return null
  if (row.screened === 'reject') return refused('payment_rejected')
  if (row.units === null || row.reason === 'payment_changed') return refused('amount_invalid')
  return isConfirmed(row, neededOf(ports, row.network)) ? null : refused('payment_gone')
}

/** What a decision would do, as whoever decides it reads it; a refusal where it can't be done. */
export async function planOf(ports: WalletPorts, row: ChainPaymentRow, wanted: ChainDecision): Promise<Outcome<Plan>> {
  const refusal = actRefusal(ports, row, wanted)
  if (refusal !== null) return refusal
  const scale = ports.catalogue.currencyByCode(row.currency)?.scale
  const received = row.units === null || scale === undefined ? row.amount : formatDecimal(row.units, scale)
  const detail = {
    act: wanted.act,
    ...detailOf(row, received),
    held_for: row.reason,
    ...(row.note === '' ? {} : { case_note: row.note }),
  }
  const subject = ports.ids.write('chainPayment', row.id)
  if (wanted.act === 'settle') return done({ subject, detail })
  if (wanted.act === 'return') {
    const found = await findNetwork(ports.database, row.currency, row.network)
    if (!isTransaction(found?.form ?? '', wanted.transactionId)) return refused('transaction_invalid')
    const fault = found === null ? null : addressFault(found.form, wanted.address)
    if (fault !== null || wanted.address === '') return refused('field_malformed', { field: 'address' })
    if (wanted.memo !== '' && !(found !== null && isMemo(found.form, wanted.memo))) return refused('memo_invalid')
    return done({ subject, detail: { ...detail, ...returnOf(wanted) } })
  }
  const person = await personById(ports.database, creditedUser(row, wanted))
  if (person === null) return refused('user_unknown')
  if (person.realHolder === null) return refused('realm_forbidden')
  return done({ subject, detail: { ...detail, uid: ports.ids.write('user', person.id) } })
}

// where and by what it was paid back
function returnOf({ address, memo, transactionId }: ChainDecision): Record<string, string> {
  return { returned_to: address, ...(memo === '' ? {} : { returned_memo: memo }), returned_by: transactionId }
}

/** What was typed of a return, in the forms in which it is kept. */
export async function canonicalReturn(
  { database }: WalletPorts,
  row: ChainPaymentRow,
  typed: { readonly address: string; readonly memo: string; readonly transaction_id: string },
): Promise<Pick<ChainDecision, 'address' | 'memo' | 'transactionId'>> {
  const found = await findNetwork(database, row.currency, row.network)
  const address = found === null ? typed.address.trim() : canonicalAddress(found.form, typed.address)
  return { address, memo: canonicalMemo(typed.memo), transactionId: canonicalTransaction(typed.transaction_id) }
}

// an address that is somebody's is theirs, whoever is named
function creditedUser(row: ChainPaymentRow, { user }: Pick<ChainDecision, 'user'>): number {
  return row.userId ?? user
}

/** Counts a credit for who approves it. */
export async function takeRoom(
  { catalogue, ids, proposals }: WalletPorts,
  client: Queryable,
  row: ChainPaymentRow,
  operator: number,
): Promise<Outcome<null>> {
  const currency = catalogue.currencyByCode(row.currency)
  if (currency === undefined || row.units === null) return refused('amount_invalid')
  const subject = ids.write('chainPayment', row.id)
  const room = await proposals.dayCap.take(client, { subject, operator, currency: currency.id, amount: row.units })
  return room.ok ? done(null) : room
}

/** Notes that a payment was paid back, or that its loss is settled, with its entry in the audit log. */
export async function endByHand(
  ports: WalletPorts,
  client: Queryable,
  wanted: ChainDecision,
  { actor, reason }: { readonly actor: ActingOperator; readonly reason: string },
): Promise<Outcome<null>> {
  const row = await ended(ports, client, wanted, reason)
  if (row === null) return refused('deposit_done')
  const isReturn = wanted.act === 'return'
  await appendAudit(client, {
    actor,
    action: isReturn ? 'chain_payment_returned' : 'chain_payment_settled',
    subject: ports.ids.write('chainPayment', row.id),
    reason,
    detail: { ...detailOf(row, row.amount), ...(isReturn ? returnOf(wanted) : {}) },
    touched: row.userId === null ? [] : [ports.ids.write('user', row.userId)],
  })
  return done(null)
}

async function ended(
  ports: WalletPorts,
  client: Queryable,
  wanted: ChainDecision,
  reason: string,
): Promise<ChainPaymentRow | null> {
  const row = await lockPayment(client, wanted.payment)
  if (row === null || actRefusal(ports, row, wanted) !== null) return null
  const changed: ChainPaymentRow =
    wanted.act === 'return'
      ? { ...row, state: 'returned', settled: Object.values(returnOf(wanted)).join(' '), updatedAt: ports.now() }
      : { ...row, lostAt: null, settled: reason, updatedAt: ports.now() }
  await updatePayment(client, changed)
  return changed
}

/** Credits a held payment by two people; by one who is both in an installation that is declared to have no other. */
export function creditByPeople(
  ports: WalletPorts,
  wanted: ChainDecision,
  { asker, approver, ...by }: Pick<Doer, 'asker' | 'approver' | 'actor' | 'reason'>,
): Promise<Outcome<null>> {
  const { payment } = wanted
  const work = async (): Promise<Outcome<null>> => {
    const row = await findPayment(ports.database, payment)
    if (row === null) return refused('deposit_unknown')
    const isTheirs = row.asker === asker && row.operator === approver
    // done before a crash, and asked for again after it
    if (isTheirs && row.state === 'credited') return done(null)
    const isBegun = isTheirs && row.state === 'crediting'
    const refusal = isBegun ? null : actRefusal(ports, row, wanted)
    if (refusal !== null) return refusal
    const begun = isBegun ? row : await begin(ports, row, wanted, { asker, operator: approver })
    return begun === null ? refused('deposit_done') : finish(ports, begun, by)
  }
  return turns.take(payment, () => credits.take(0, work))
}

function begin(
  ports: WalletPorts,
  row: ChainPaymentRow,
  wanted: ChainDecision,
  people: { readonly asker: number; readonly operator: number },
) {
  return keep(ports, row.id, async (now, client) => {
    if (now.state !== 'held' || !isConfirmed(now, neededOf(ports, now.network))) return null
    const { network, transactionId } = now
    const userId = creditedUser(now, wanted)
    const claim = await insertDepositClaim(client, { userId, network, transactionId, fileId: 0 })
    const keyTime = ports.now()
    return { ...now, ...people, userId, claim, deposit: 0, keyTime, state: 'crediting', updatedAt: keyTime }
  })
}
