import { formatDecimal, parseAmount, parseDecimal } from '@truemark/core/money/decimal'
import type { WithdrawalAct, WithdrawalReason } from '@truemark/core/wallet/command'
import { canonicalTransaction } from '@truemark/payee/transaction'
import {
  type DeskDeposit,
  type DeskWithdrawal,
  depositReviewHours,
  deskWalletRoutes as routes,
} from '@truemark/protocol/routes/deskWallet'
import type { Command } from '@truemark/core/vocabulary'
import {
  actorOf,
  appendAudit,
  findFreeze,
  findOperatorNames,
  noteReading,
  ownAccountRefusal,
} from '../operator/door.ts'
import { findAskers } from '../identity/door.ts'
import { type Outcome, type RequestKey, done, refused, replayed } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { pageAtPlace, placeIn } from '../platform/http/page.ts'
import type { Caller } from '../platform/http/session.ts'
import { creditedBefore, findSame, notePayout } from './claims.store.ts'
import { askCredit, creditDetail, credits, defineCredit } from './credit.ts'
import { tellDecision } from './decisionMail.ts'
import { type Deed, type WalletAction, perform } from './deed.ts'
import { voucherOf } from './deposits.ts'
import { deskWithdrawals, shownWithdrawal, transactionFault, withdrawalNamed } from './deskWithdrawals.ts'
import { isRepeat } from './keys.ts'
import { findGivenMemos, memoKey } from './memos.store.ts'
import { findGiven, givenKey } from './pool.store.ts'
import type { WalletPorts } from './ports.ts'
import { defineReview, reviewGate } from './review.ts'
import { depositShape } from './shape.ts'
import {
  type DepositRow,
  type WithdrawalRow,
  depositQueue,
  disputedPayouts,
  findDeposit,
  lostPayouts,
  withdrawalQueue,
} from './store.ts'

/** Binds the operators' work on deposits and withdrawals. */
export function bindWalletDesk(gateway: Gateway, ports: WalletPorts): void {
  defineCredit(ports)
  defineReview(ports)
  bindDepositQueue(gateway, ports)
  bindWithdrawalQueue(gateway, ports)
}

/** Why what one operator would credit waits for another. */
const needsSecond: ReadonlySet<string> = new Set(['second_person_needed', 'operator_alone_reached'])
const depositReviewMs = depositReviewHours * 3_600_000

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
  const memos = await findGivenMemos(
    database,
    rows.map(({ userId }) => userId),
  )
  const others = (deposit: number, by: 'voucher' | 'transaction'): string[] =>
    same.filter((one) => one.deposit === deposit && one.by === by).map(({ other }) => ids.write('deposit', other))
  return rows.map((row) => ({
    ...depositShape(ports, row),
    uid: ids.write('user', row.userId),
    ...(askers.get(row.userId) ?? { account: '', country: '', disabled: false }),
    same_voucher: others(row.id, 'voucher'),
    same_transaction: others(row.id, 'transaction'),
    has_voucher: row.fileId !== 0,
    own_address: given.get(givenKey(row.userId, currencyOf(ports, row), row.network)) ?? '',
    own_memo: memos.get(memoKey(row.userId, row.network)) ?? '',
    deadline: row.createdAt + depositReviewMs,
    escalated: row.status === 'pending' && row.createdAt + depositReviewMs < ports.now(),
    decided_by: names.get(row.operator) ?? '',
  }))
}

function currencyOf({ catalogue }: WalletPorts, { currency }: DepositRow): string {
  return catalogue.currency(currency).code
}

function bindDepositQueue(gateway: Gateway, ports: WalletPorts): void {
  const { database, ids } = ports
  gateway.bind(routes.deskDeposits, async ({ caller, query }) => {
    const place = placeIn(ids, 'deposit', query)
    if (place === null) return refused('field_malformed')
    const rows = await depositQueue(database, query.queue !== 'done', place.before, place.limit)
    const items = await deskDeposits(ports, rows)
    const actor = await actorOf(ports, caller)
    const seen = { shown: items.map(({ id }) => id), touched: items.map(({ uid }) => uid) }
    await database.transaction((client) => noteReading(client, { actor, action: 'deposits_listed', ...seen }))
    return pageAtPlace(items, place, ({ id }) => id)
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
    const received = parseAmount(body.received, currency.scale)
    if (received === null) return refused('field_malformed', { field: 'received' })
    if (body.currency !== currency.code) return refused('field_malformed', { field: 'currency' })
    if (received === 0n) return refused('amount_invalid')
    const command = depositCommand(row, caller, received, '')
    const { reason } = body
    const detail = creditDetail(ports, row, received)
    const counts = { operator: caller.userId, currency: row.currency, amount: received }
    const own = { ...counts, kind: 'credit' } as const
    const completed = { action: 'deposit_completed', reason, detail, command, key, counts, alone: own } as const
    // one credit at a time, so that of two with one transaction the second sees the first
    return credits.take(0, async () => {
      // a table that is behind would not know of a credit a moment ago
      if (!(await ports.reads.current())) return refused('server_busy')
      if ((await creditedBefore(ports.database, row.id)).length === 0) {
        const alone = await decideDeposit(ports, caller, row, completed, true)
        if (alone.ok || !needsSecond.has(alone.reason)) return alone
      }
      const actor = await actorOf(ports, caller)
      const credited = await askCredit(ports, caller, row, { received, actor, reason, key })
      return credited.ok ? shownDeposit(ports, row.id) : credited
    })
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

type DepositDeed = Pick<Deed, 'action' | 'reason' | 'detail' | 'command' | 'key' | 'counts' | 'alone'>

async function decideDeposit(
  ports: WalletPorts,
  caller: Caller,
  row: DepositRow,
  deed: DepositDeed,
  waits = false,
): Promise<Outcome<DeskDeposit>> {
  const { holder, userId, id } = row
  const own = await ownAccountRefusal(ports.database, userId, caller.userId)
  if (own !== null) return own
  const actor = await actorOf(ports, caller)
  const outcome = await perform(
    ports,
    { ...deed, actor, subject: ports.ids.write('deposit', id), holder, userId },
    waits,
  )
  if (!outcome.ok) return outcome
  await tellDecision(ports, 'deposit', id)
  return replayed(await shownDeposit(ports, id), outcome.replayed === true)
}

async function shownDeposit(ports: WalletPorts, id: number): Promise<Outcome<DeskDeposit>> {
  const after = await findDeposit(ports.database, id)
  const [shown] = after === null ? [] : await deskDeposits(ports, [after])
  return shown === undefined ? refused('server_error') : done(shown)
}

function queued(
  { database }: WalletPorts,
  queue: 'open' | 'done' | 'lost' | 'disputed',
  before: number | null,
  limit: number,
): Promise<WithdrawalRow[]> {
  if (queue === 'disputed') return disputedPayouts(database, before, limit)
  if (queue === 'lost') return lostPayouts(database, before, limit)
  return withdrawalQueue(database, queue === 'open', before, limit)
}

function bindWithdrawalQueue(gateway: Gateway, ports: WalletPorts): void {
  const { catalogue, database, ids } = ports
  gateway.bind(routes.deskWithdrawals, async ({ caller, query }) => {
    const place = placeIn(ids, 'withdrawal', query)
    if (place === null) return refused('field_malformed')
    const { before, limit } = place
    const rows = await queued(ports, query.queue ?? 'open', before, limit)
    const items = await deskWithdrawals(ports, rows)
    const actor = await actorOf(ports, caller)
    const seen = { shown: items.map(({ id }) => id), touched: items.map(({ uid }) => uid) }
    await database.transaction((client) => noteReading(client, { actor, action: 'withdrawals_listed', ...seen }))
    return pageAtPlace(items, place, ({ id }) => id)
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
    const transactionId = canonicalTransaction(body.transaction_id)
    const fault = await transactionFault(ports, row, transactionId)
    if (fault !== null && !(await isRepeat(ports, row.holder, key))) return refused(fault)
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
    if (reason === 'security_review' && !(await isRepeat(ports, row.holder, key))) {
      const gate = await reviewGate(ports, caller, { withdrawal: row.id, holder: row.holder, note })
      if (gate !== null) return gate
    }
    return decideWithdrawal(ports, caller, row, { act: 'reject', reason, said: reason, detail: { note }, key })
  })
}

type DeskAct = Exclude<WithdrawalAct, 'reject_alone'>

interface WithdrawalDeed {
  readonly act: DeskAct
  readonly reason: WithdrawalReason
  /** The reason that stands in the audit log. */
  readonly said: string
  readonly detail: Readonly<Record<string, string>>
  readonly key: RequestKey | null
  readonly transactionId?: string
}

const actions: Readonly<Record<DeskAct, WalletAction>> = {
  approve: 'withdrawal_approved',
  pay: 'withdrawal_paid',
  fail: 'withdrawal_errored',
  reject: 'withdrawal_rejected',
}

// on a legal ground alone, which its owner reads, no payout begins and none is made; the money may come back
async function isBarred(ports: WalletPorts, { holder, userId }: WithdrawalRow, deed: WithdrawalDeed): Promise<boolean> {
  if (deed.act !== 'approve' && deed.act !== 'pay') return false
  if ((await findFreeze(ports.database, userId)) === null) return false
  return !(await isRepeat(ports, holder, deed.key))
}

// who would say both that money goes out and that it went, or came back: one who could do so for any number of accounts; a
// row that is behind may yet wait, and be approved by the same operator meanwhile
function isAlone({ status, approvedBy }: WithdrawalRow, act: DeskAct, { userId }: Caller): boolean {
  const isTheirs = status === 'approved' && approvedBy === userId
  if (act === 'reject') return isTheirs || status === 'errored'
  return act === 'pay' && (isTheirs || status === 'pending' || (status === 'errored' && approvedBy === userId))
}

async function decideWithdrawal(
  ports: WalletPorts,
  caller: Caller,
  row: WithdrawalRow,
  deed: WithdrawalDeed,
): Promise<Outcome<DeskWithdrawal>> {
  const { holder, userId, id: withdrawal } = row
  const { act: what, reason, said, detail, key } = deed
  const own = await ownAccountRefusal(ports.database, userId, caller.userId)
  if (own !== null) return own
  if (await isBarred(ports, row, deed)) return refused('account_frozen')
  const act = what === 'reject' && ports.proposals.singleOperator ? 'reject_alone' : what
  const command = { type: 'decideWithdrawal', holder, withdrawal, act, reason, operator: caller.userId } as const
  const subject = ports.ids.write('withdrawal', withdrawal)
  const actor = await actorOf(ports, caller)
  const about = { actor, action: actions[what], subject, reason: said, detail }
  const paid = { operator: caller.userId, currency: row.currency, amount: row.amount, isOwed: true }
  const counts = what === 'approve' ? { counts: paid } : {}
  const alone = isAlone(row, what, caller) ? ({ ...paid, kind: 'payout' } as const) : null
  const outcome = await perform(ports, { ...about, ...counts, alone, holder, userId, command, key })
  if (!outcome.ok) return outcome
  if (deed.transactionId !== undefined) await notePayout(ports.database, row.claim, deed.transactionId)
  await tellDecision(ports, 'withdrawal', withdrawal)
  return replayed(await shownWithdrawal(ports, withdrawal), outcome.replayed === true)
}
