import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import type { WithdrawalAct, WithdrawalReason } from '@truemark/core/wallet/command'
import {
  type DeskDeposit,
  type DeskWithdrawal,
  depositReviewHours,
  deskWalletRoutes as routes,
} from '@truemark/protocol/routes/deskWallet'
import { pageLimit } from '@truemark/protocol/values'
import type { Command } from '@truemark/core/vocabulary'
import { house } from '../engine/door.ts'
import { actorOf, appendAudit, noteReading } from '../operator/door.ts'
import { type Outcome, type RequestKey, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import { findAskers, findOperatorNames, findSame, notePayout } from './claims.store.ts'
import { tellDecision } from './decisionMail.ts'
import { voucherOf } from './deposits.ts'
import { findGiven, givenKey } from './pool.store.ts'
import type { WalletPorts } from './ports.ts'
import { depositShape, withdrawalShape } from './shape.ts'
import {
  type DepositRow,
  type WithdrawalRow,
  depositQueue,
  findDeposit,
  findWithdrawal,
  withdrawalQueue,
} from './store.ts'

/** Binds the operators' work on deposits and withdrawals. */
export function bindWalletDesk(gateway: Gateway, ports: WalletPorts): void {
  bindDepositQueue(gateway, ports)
  bindWithdrawalQueue(gateway, ports)
}

const depositReviewMs = depositReviewHours * 3_600_000
const nobody = { account: '', country: '' }

async function deskDeposits(ports: WalletPorts, rows: readonly DepositRow[]): Promise<DeskDeposit[]> {
  const { database, ids } = ports
  const askers = await findAskers(
    database,
    rows.map(({ userId }) => userId),
  )
  const names = await findOperatorNames(
    database,
    rows.map(({ operator }) => operator),
  )
  const same = await findSame(
    database,
    rows.map(({ id }) => id),
  )
  const given = await findGiven(
    database,
    rows.map(({ userId }) => userId),
  )
  const others = (deposit: number, by: 'voucher' | 'transaction'): string[] =>
    same.filter((one) => one.deposit === deposit && one.by === by).map(({ other }) => ids.write('deposit', other))
  return rows.map((row) => ({
    ...depositShape(ports, row),
    uid: ids.write('user', row.userId),
    ...(askers.get(row.userId) ?? nobody),
    same_voucher: others(row.id, 'voucher'),
    same_transaction: others(row.id, 'transaction'),
    has_voucher: row.fileId !== 0,
    own_address: given.get(givenKey(row.userId, currencyOf(ports, row), row.network)) ?? '',
    deadline: row.createdAt + depositReviewMs,
    escalated: row.status === 'pending' && row.createdAt + depositReviewMs < ports.now(),
    decided_by: names.get(row.operator) ?? '',
  }))
}

function currencyOf({ catalogue }: WalletPorts, { currency }: DepositRow): string {
  return catalogue.currency(currency).code
}

async function deskWithdrawals(ports: WalletPorts, rows: readonly WithdrawalRow[]): Promise<DeskWithdrawal[]> {
  const { database, ids } = ports
  const askers = await findAskers(
    database,
    rows.map(({ userId }) => userId),
  )
  const names = await findOperatorNames(
    database,
    rows.flatMap(({ approvedBy, decidedBy }) => [approvedBy, decidedBy]),
  )
  return rows.map((row) => ({
    ...withdrawalShape(ports, row),
    uid: ids.write('user', row.userId),
    ...(askers.get(row.userId) ?? nobody),
    bank: { ...row.bank },
    approved_by: names.get(row.approvedBy) ?? '',
    decided_by: names.get(row.decidedBy) ?? '',
  }))
}

type WalletAction = `deposit_${'completed' | 'rejected'}` | `withdrawal_${'approved' | 'paid' | 'errored' | 'rejected'}`

/** What an operator does to one request of a person, as it stands in the audit log. */
interface Deed {
  readonly action: WalletAction
  /** Whose request it is. */
  readonly userId: number
  readonly subject: string
  readonly reason: string
  readonly detail: Readonly<Record<string, string>>
  readonly holder: number
  readonly command: Command
  readonly key: RequestKey | null
}

/** Writes the entry, then has the engine do it: nothing is done for an operator without one. Null where it was done. */
async function act(ports: WalletPorts, caller: Caller, deed: Deed): Promise<Outcome<never> | null> {
  const { database, exchange, reads } = ports
  const { action, subject, reason, detail } = deed
  const actor = await actorOf(ports, caller)
  const touched = [ports.ids.write('user', deed.userId)]
  await database.transaction((client) => appendAudit(client, { actor, action, subject, reason, detail, touched }))
  const executed = await exchange.command(house, deed.command, deed.key)
  reads.note(deed.holder, executed.seq)
  if (executed.ok) {
    await reads.settled(deed.holder)
    return null
  }
  const refusal = { actor, action: `${action}_refused`, subject, reason: executed.reason, detail, touched } as const
  await database.transaction((client) => appendAudit(client, refusal))
  return refused(executed.reason, executed.params)
}

function bindDepositQueue(gateway: Gateway, ports: WalletPorts): void {
  const { database, ids } = ports
  gateway.bind(routes.deskDeposits, async ({ caller, query }) => {
    const from = query.cursor === undefined ? null : ids.read('deposit', query.cursor)
    if (query.cursor !== undefined && from === null) return refused('field_malformed')
    const limit = pageLimit(query.limit)
    const rows = await depositQueue(database, query.queue !== 'done', from, limit)
    const items = await deskDeposits(ports, rows)
    const actor = await actorOf(ports, caller)
    const seen = { shown: items.map(({ id }) => id), touched: items.map(({ uid }) => uid) }
    await database.transaction((client) => noteReading(client, { actor, action: 'deposits_listed', ...seen }))
    return done({ items, cursor: rows.length === limit ? (items.at(-1)?.id ?? null) : null })
  })
  gateway.bind(routes.deskDepositVoucher, async ({ caller, params }) => {
    const row = await depositNamed(ports, params.id)
    if (row === null) return refused('deposit_unknown')
    const actor = await actorOf(ports, caller)
    // nobody looks at a person's document unseen: the entry stands before the answer
    const entry = { actor, action: 'voucher_read', subject: params.id, reason: '', detail: {} } as const
    const touched = [ids.write('user', row.userId)]
    await database.transaction((client) => appendAudit(client, { ...entry, touched }))
    return voucherOf(ports, row)
  })
  gateway.bind(routes.deskDepositComplete, async ({ caller, params, body, key }) => {
    const row = await depositNamed(ports, params.id)
    if (row === null) return refused('deposit_unknown')
    const currency = ports.catalogue.currency(row.currency)
    const received = parseDecimal(body.received, currency.scale)
    if (received === null || body.currency !== currency.code) return refused('field_malformed')
    if (received === 0n) return refused('amount_invalid')
    const command = depositCommand(row, caller, received, '')
    const detail = { currency: currency.code, said: formatDecimal(row.amount, currency.scale), received: body.received }
    const { reason } = body
    return decideDeposit(ports, caller, row, { action: 'deposit_completed', reason, detail, command, key })
  })
  gateway.bind(routes.deskDepositReject, async ({ caller, params, body, key }) => {
    const row = await depositNamed(ports, params.id)
    if (row === null) return refused('deposit_unknown')
    if (body.reason === '') return refused('field_malformed')
    const command = depositCommand(row, caller, 0n, body.reason)
    const detail = { note: body.note }
    return decideDeposit(ports, caller, row, {
      action: 'deposit_rejected',
      reason: body.reason,
      detail,
      command,
      key,
    })
  })
}

async function depositNamed({ database, ids }: WalletPorts, text: string): Promise<DepositRow | null> {
  const id = ids.read('deposit', text)
  return id === null ? null : findDeposit(database, id)
}

function depositCommand(row: DepositRow, caller: Caller, received: bigint, reason: DepositRow['reason']): Command {
  const { holder, id: deposit } = row
  return { type: 'decideDeposit', holder, deposit, received, reason, operator: caller.userId, fault: '' }
}

type DepositDeed = Pick<Deed, 'action' | 'reason' | 'detail' | 'command' | 'key'>

async function decideDeposit(
  ports: WalletPorts,
  caller: Caller,
  row: DepositRow,
  deed: DepositDeed,
): Promise<Outcome<DeskDeposit>> {
  const subject = ports.ids.write('deposit', row.id)
  const refusal = await act(ports, caller, { ...deed, subject, holder: row.holder, userId: row.userId })
  if (refusal !== null) return refusal
  await tellDecision(ports, 'deposit', row.id)
  const after = await findDeposit(ports.database, row.id)
  const [shown] = after === null ? [] : await deskDeposits(ports, [after])
  return shown === undefined ? refused('server_error') : done(shown)
}

function bindWithdrawalQueue(gateway: Gateway, ports: WalletPorts): void {
  const { catalogue, database, ids } = ports
  gateway.bind(routes.deskWithdrawals, async ({ caller, query }) => {
    const from = query.cursor === undefined ? null : ids.read('withdrawal', query.cursor)
    if (query.cursor !== undefined && from === null) return refused('field_malformed')
    const limit = pageLimit(query.limit)
    const rows = await withdrawalQueue(database, query.queue !== 'done', from, limit)
    const items = await deskWithdrawals(ports, rows)
    const actor = await actorOf(ports, caller)
    const seen = { shown: items.map(({ id }) => id), touched: items.map(({ uid }) => uid) }
    await database.transaction((client) => noteReading(client, { actor, action: 'withdrawals_listed', ...seen }))
    return done({ items, cursor: rows.length === limit ? (items.at(-1)?.id ?? null) : null })
  })
  gateway.bind(routes.deskWithdrawalApprove, async ({ caller, params, body, key }) => {
    const row = await withdrawalNamed(ports, params.id)
    if (row === null) return refused('withdrawal_unknown')
    const { code, scale } = catalogue.currency(row.currency)
    // typed again by whoever approves: another amount or unit is not what they saw
    if (body.currency !== code || parseDecimal(body.amount, scale) !== row.amount) return refused('field_malformed')
    const detail = { amount: formatDecimal(row.amount, scale), currency: code, payee: row.payee }
    return decideWithdrawal(ports, caller, row, { act: 'approve', reason: '', said: '', detail, key })
  })
  gateway.bind(routes.deskWithdrawalPay, async ({ caller, params, body, key }) => {
    const row = await withdrawalNamed(ports, params.id)
    if (row === null) return refused('withdrawal_unknown')
    const transactionId = body.transaction_id.trim()
    const detail = { transaction_id: transactionId }
    const paid = { act: 'pay', reason: '', said: '', detail, key, transactionId } as const
    return decideWithdrawal(ports, caller, row, paid)
  })
  gateway.bind(routes.deskWithdrawalFail, async ({ caller, params, body, key }) => {
    const row = await withdrawalNamed(ports, params.id)
    if (row === null) return refused('withdrawal_unknown')
    return decideWithdrawal(ports, caller, row, { act: 'fail', reason: '', said: body.reason, detail: {}, key })
  })
  gateway.bind(routes.deskWithdrawalReject, async ({ caller, params, body, key }) => {
    const row = await withdrawalNamed(ports, params.id)
    if (row === null) return refused('withdrawal_unknown')
    if (body.reason === '') return refused('field_malformed')
    const { reason, note } = body
    return decideWithdrawal(ports, caller, row, { act: 'reject', reason, said: reason, detail: { note }, key })
  })
}

async function withdrawalNamed({ database, ids }: WalletPorts, text: string): Promise<WithdrawalRow | null> {
  const id = ids.read('withdrawal', text)
  return id === null ? null : findWithdrawal(database, id)
}

interface WithdrawalDeed {
  readonly act: WithdrawalAct
  readonly reason: WithdrawalReason
  /** The reason that stands in the audit log. */
  readonly said: string
  readonly detail: Readonly<Record<string, string>>
  readonly key: RequestKey | null
  readonly transactionId?: string
}

const actions: Readonly<Record<WithdrawalAct, WalletAction>> = {
  approve: 'withdrawal_approved',
  pay: 'withdrawal_paid',
  fail: 'withdrawal_errored',
  reject: 'withdrawal_rejected',
}

async function decideWithdrawal(
  ports: WalletPorts,
  caller: Caller,
  row: WithdrawalRow,
  deed: WithdrawalDeed,
): Promise<Outcome<DeskWithdrawal>> {
  const { holder, id: withdrawal } = row
  const { act: what, reason, said, detail, key } = deed
  const command = { type: 'decideWithdrawal', holder, withdrawal, act: what, reason, operator: caller.userId } as const
  const subject = ports.ids.write('withdrawal', withdrawal)
  const refusal = await act(ports, caller, {
    action: actions[what],
    subject,
    reason: said,
    detail,
    holder,
    userId: row.userId,
    command,
    key,
  })
  if (refusal !== null) return refusal
  if (deed.transactionId !== undefined) await notePayout(ports.database, row.claim, deed.transactionId)
  await tellDecision(ports, 'withdrawal', withdrawal)
  const after = await findWithdrawal(ports.database, withdrawal)
  const [shown] = after === null ? [] : await deskWithdrawals(ports, [after])
  return shown === undefined ? refused('server_error') : done(shown)
}
