import type { HolderId } from '@truemark/core/ledger/holders'
import { depositReasons, methods, withdrawalReasons } from '@truemark/core/wallet/command'
import type { Event } from '@truemark/core/vocabulary'
import type { RecordState } from '@truemark/protocol/routes/wallet'
import type { Fact, Projection, RowWriter } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

/** How deposits and withdrawals stand; places are for ever: they stand in the tables. */
export const depositStatuses = ['pending', 'completed', 'rejected', 'canceled'] as const
export const withdrawalStatuses = ['pending', 'approved', 'errored', 'paid', 'rejected', 'canceled'] as const
export type DepositStatus = (typeof depositStatuses)[number]
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]

/** Statuses below this place are open. */
const depositsOpen = 1
const withdrawalsOpen = 3

/** Deposits and withdrawals, as the engine's events tell them. */
export const walletProjection: Projection<Event> = {
  name: 'wallet',
  wants: [
    'depositSubmitted',
    'depositClosed',
    'withdrawalSubmitted',
    'withdrawalMoved',
    'withdrawalEscalated',
    'withdrawalClosed',
  ],
  apply: async (facts, writer) => {
    // one at a time: people ask for them, not machines
    for (const fact of facts) {
      await depositFact(fact, writer)
      await withdrawalFact(fact, writer)
    }
  },
}

async function depositFact({ event, time }: Fact<Event>, writer: RowWriter): Promise<void> {
  if (event.type === 'depositSubmitted') {
    const { deposit, holder, currency, amount, claim } = event
    await writer.query(
      `INSERT INTO deposit (id, holder, currency, amount, claim, status, reason, operator, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, 0, 0, 0, $6, $6)`,
      [deposit, holder, currency, amount, claim, time],
    )
  } else if (event.type === 'depositClosed') {
    const { deposit, outcome, received, reason, operator } = event
    await writer.query(
      `UPDATE deposit SET status = $2, received = $3, reason = $4, operator = $5, updated_at = $6 WHERE id = $1`,
      [
        deposit,
        depositStatuses.indexOf(outcome),
        outcome === 'completed' ? received : null,
        depositReasons.indexOf(reason),
        operator,
        time,
      ],
    )
  }
}

async function withdrawalFact({ event, time }: Fact<Event>, writer: RowWriter): Promise<void> {
  if (event.type === 'withdrawalSubmitted') {
    const { withdrawal, holder, currency, amount, fee, method, claim, deadline } = event
    await writer.query(
      `INSERT INTO withdrawal (id, holder, currency, amount, fee, method, claim, status, reason, approved_by,
         decided_by, deadline, escalated_at, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, 0, 0, $8, 0, $9, $9)`,
      [withdrawal, holder, currency, amount, fee, methods.indexOf(method), claim, deadline, time],
    )
  } else if (event.type === 'withdrawalMoved') {
    const { withdrawal, state, operator } = event
    await writer.query(
      `UPDATE withdrawal SET status = $2::smallint, updated_at = $4,
         approved_by = CASE WHEN $2::smallint = 1 THEN $3::bigint ELSE approved_by END WHERE id = $1`,
      [withdrawal, withdrawalStatuses.indexOf(state), operator, time],
    )
  } else if (event.type === 'withdrawalEscalated') {
    await writer.query('UPDATE withdrawal SET escalated_at = $2 WHERE id = $1', [event.withdrawal, time])
  } else if (event.type === 'withdrawalClosed') {
    const { withdrawal, outcome, reason, operator } = event
    await writer.query(
      'UPDATE withdrawal SET status = $2, reason = $3, decided_by = $4, updated_at = $5 WHERE id = $1',
      [withdrawal, withdrawalStatuses.indexOf(outcome), withdrawalReasons.indexOf(reason), operator, time],
    )
  }
}

/** A deposit with what is personal of it; amounts in smallest units. */
export interface DepositRow {
  readonly id: number
  readonly holder: HolderId
  readonly currency: number
  readonly amount: bigint
  readonly received: bigint | null
  readonly status: DepositStatus
  readonly reason: (typeof depositReasons)[number]
  readonly operator: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly claim: number
  readonly userId: number
  readonly network: string
  readonly transactionId: string
  readonly fileId: number
}

interface StoredDeposit {
  id: string
  holder: HolderId
  currency: number
  amount: string
  received: string | null
  status: number
  reason: number
  operator: string
  created_at: string
  updated_at: string
  claim: string
  user_id: string | null
  network: string | null
  transaction_id: string | null
  file_id: string | null
}

function depositOf(row: StoredDeposit): DepositRow {
  return {
    id: integerOf(row.id),
    holder: row.holder,
    currency: row.currency,
    amount: BigInt(row.amount),
    received: row.received === null ? null : BigInt(row.received),
    status: wordAt(depositStatuses, row.status),
    reason: wordAt(depositReasons, row.reason),
    operator: integerOf(row.operator),
    createdAt: integerOf(row.created_at),
    updatedAt: integerOf(row.updated_at),
    claim: integerOf(row.claim),
    userId: integerOf(row.user_id ?? '0'),
    network: row.network ?? '',
    transactionId: row.transaction_id ?? '',
    fileId: integerOf(row.file_id ?? '0'),
  }
}

const depositSelect = `SELECT d.*, c.user_id, c.network, c.transaction_id, c.file_id
  FROM deposit AS d LEFT JOIN deposit_claim AS c ON c.id = d.claim`

/** Which of a holder's records are looked for. */
export interface RecordFilter {
  readonly holder: HolderId
  /** Null for all of them. */
  readonly state: RecordState | null
  readonly before: number | null
  readonly limit: number
}

const depositStates: Readonly<Record<RecordState, readonly DepositStatus[]>> = {
  pending: ['pending'],
  completed: ['completed'],
  rejected: ['rejected'],
}

const withdrawalStates: Readonly<Record<RecordState, readonly WithdrawalStatus[]>> = {
  pending: ['pending', 'approved', 'errored'],
  completed: ['paid'],
  rejected: ['rejected'],
}

function placesOf<Status>(
  statuses: readonly Status[],
  states: Readonly<Record<RecordState, readonly Status[]>>,
  state: RecordState | null,
): number[] {
  return (state === null ? statuses : states[state]).map((status) => statuses.indexOf(status))
}

/** A holder's deposits, newest first, older than the deposit `before`. */
export async function findDeposits(
  database: Queryable,
  { holder, state, before, limit }: RecordFilter,
): Promise<DepositRow[]> {
  const { rows } = await database.query<StoredDeposit>(
    `${depositSelect} WHERE d.holder = $1 AND d.id < $2 AND d.status = ANY($4) ORDER BY d.id DESC LIMIT $3`,
    [holder, before ?? Number.MAX_SAFE_INTEGER, limit, placesOf(depositStatuses, depositStates, state)],
  )
  return rows.map(depositOf)
}

export async function findDeposit(database: Queryable, id: number): Promise<DepositRow | null> {
  const { rows } = await database.query<StoredDeposit>(`${depositSelect} WHERE d.id = $1`, [id])
  return rows[0] === undefined ? null : depositOf(rows[0])
}

/** The deposit that the engine made of a claim; null where it made none. */
export async function findDepositOfClaim(database: Queryable, claim: number): Promise<DepositRow | null> {
  const { rows } = await database.query<StoredDeposit>(`${depositSelect} WHERE d.claim = $1`, [claim])
  return rows[0] === undefined ? null : depositOf(rows[0])
}

/** The desk's queue: open ones from the oldest on, or decided ones from the newest on. */
export async function depositQueue(
  database: Queryable,
  isOpen: boolean,
  from: number | null,
  limit: number,
): Promise<DepositRow[]> {
  const { rows } = await database.query<StoredDeposit>(
    isOpen
      ? `${depositSelect} WHERE d.status < ${depositsOpen} AND d.id > $1 ORDER BY d.id LIMIT $2`
      : `${depositSelect} WHERE d.status >= ${depositsOpen} AND d.id < $1 ORDER BY d.id DESC LIMIT $2`,
    [from ?? (isOpen ? 0 : Number.MAX_SAFE_INTEGER), limit],
  )
  return rows.map(depositOf)
}

/** A withdrawal with what is personal of it; amounts in smallest units. */
export interface WithdrawalRow {
  readonly id: number
  readonly holder: HolderId
  readonly currency: number
  readonly amount: bigint
  readonly fee: bigint
  readonly method: (typeof methods)[number]
  readonly status: WithdrawalStatus
  readonly reason: (typeof withdrawalReasons)[number]
  readonly approvedBy: number
  readonly decidedBy: number
  readonly deadline: number
  readonly escalatedAt: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly claim: number
  readonly userId: number
  readonly network: string
  readonly payee: string
  readonly memo: string
  readonly bank: Readonly<Record<string, string>>
  readonly transactionId: string
  /** What its owner said of the payout, when, and the ticket (0: none). */
  readonly answer: PayoutAnswer | null
  readonly answeredAt: number | null
  readonly ticket: number
  /** How deep a payout that a machine has sent lies in its network; null for any other. */
  readonly confirmations: number | null
}

export type PayoutAnswer = 'arrived' | 'missing' | 'settled'

interface StoredWithdrawal {
  arrived: boolean | null
  answered_at: string | null
  settled_at: string | null
  ticket: string | null
  id: string
  holder: HolderId
  currency: number
  amount: string
  fee: string
  method: number
  status: number
  reason: number
  approved_by: string
  decided_by: string
  deadline: string
  escalated_at: string
  created_at: string
  updated_at: string
  claim: string
  user_id: string | null
  network: string | null
  payee: string | null
  memo: string | null
  bank: Record<string, string> | null
  transaction_id: string | null
  confirmations: number | null
}

function withdrawalOf(row: StoredWithdrawal): WithdrawalRow {
  return {
    id: integerOf(row.id),
    holder: row.holder,
    currency: row.currency,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    method: wordAt(methods, row.method),
    status: wordAt(withdrawalStatuses, row.status),
    reason: wordAt(withdrawalReasons, row.reason),
    approvedBy: integerOf(row.approved_by),
    decidedBy: integerOf(row.decided_by),
    deadline: integerOf(row.deadline),
    escalatedAt: integerOf(row.escalated_at),
    createdAt: integerOf(row.created_at),
    updatedAt: integerOf(row.updated_at),
    claim: integerOf(row.claim),
    userId: integerOf(row.user_id ?? '0'),
    network: row.network ?? '',
    payee: row.payee ?? '',
    memo: row.memo ?? '',
    bank: row.bank ?? {},
    transactionId: row.transaction_id ?? '',
    confirmations: row.confirmations,
    ...answerOf(row),
  }
}

function answerOf({ arrived, answered_at: said, settled_at: settled, ticket }: StoredWithdrawal) {
  const answer: PayoutAnswer | null =
    settled !== null ? 'settled' : arrived === null ? null : arrived ? 'arrived' : 'missing'
  const at = settled ?? said
  return { answer, answeredAt: at === null ? null : integerOf(at), ticket: integerOf(ticket ?? '0') }
}

const withdrawalSelect = `SELECT w.*, c.user_id, c.network, c.payee, c.memo, c.bank, c.transaction_id, a.arrived,
    a.time AS answered_at, s.time AS settled_at, a.ticket, m.confirmations
  FROM withdrawal AS w LEFT JOIN withdrawal_claim AS c ON c.id = w.claim
    LEFT JOIN payout_answer AS a ON a.withdrawal = w.id AND a.step = 0
    LEFT JOIN payout_answer AS s ON s.withdrawal = w.id AND s.step = 1
    LEFT JOIN LATERAL (SELECT o.confirmations FROM payout AS p JOIN payout_order AS o ON o.payout = p.id
      WHERE p.withdrawal = w.id AND o.said IN ('sent', 'lost') ORDER BY p.id DESC LIMIT 1) AS m ON true`

/** A holder's withdrawals, newest first, older than the withdrawal `before`. */
export async function findWithdrawals(
  database: Queryable,
  { holder, state, before, limit }: RecordFilter,
): Promise<WithdrawalRow[]> {
  const { rows } = await database.query<StoredWithdrawal>(
    `${withdrawalSelect} WHERE w.holder = $1 AND w.id < $2 AND w.status = ANY($4) ORDER BY w.id DESC LIMIT $3`,
    [holder, before ?? Number.MAX_SAFE_INTEGER, limit, placesOf(withdrawalStatuses, withdrawalStates, state)],
  )
  return rows.map(withdrawalOf)
}

export async function findWithdrawal(database: Queryable, id: number): Promise<WithdrawalRow | null> {
  const { rows } = await database.query<StoredWithdrawal>(`${withdrawalSelect} WHERE w.id = $1`, [id])
  return rows[0] === undefined ? null : withdrawalOf(rows[0])
}

/** The payouts whose owners say that they did not arrive, the oldest answer's first. */
export async function disputedPayouts(
  database: Queryable,
  from: number | null,
  limit: number,
): Promise<WithdrawalRow[]> {
  const { rows } = await database.query<StoredWithdrawal>(
    `${withdrawalSelect} WHERE NOT a.arrived AND s.withdrawal IS NULL AND (a.time, w.id) >
       (SELECT coalesce(max(f.time), 0), $1::bigint FROM payout_answer AS f WHERE f.withdrawal = $1 AND f.step = 0)
     ORDER BY a.time, w.id LIMIT $2`,
    [from ?? 0, limit],
  )
  return rows.map(withdrawalOf)
}

/** The withdrawals whose payout by a machine two people have to settle, oldest first. */
export async function lostPayouts(database: Queryable, from: number | null, limit: number): Promise<WithdrawalRow[]> {
  const { rows } = await database.query<StoredWithdrawal>(
    `${withdrawalSelect} WHERE w.id > $1 AND EXISTS (SELECT 1 FROM payout AS l JOIN payout_order AS k ON k.payout = l.id
       WHERE l.withdrawal = w.id AND (l.state = 2 OR k.lost_at IS NOT NULL))
     ORDER BY w.id LIMIT $2`,
    [from ?? 0, limit],
  )
  return rows.map(withdrawalOf)
}

/** The desk's queue: open ones, what escalated first, each from the oldest on; or ended ones from the newest on. */
export async function withdrawalQueue(
  database: Queryable,
  isOpen: boolean,
  from: number | null,
  limit: number,
): Promise<WithdrawalRow[]> {
  const { rows } = await database.query<StoredWithdrawal>(
    isOpen
      ? `${withdrawalSelect} WHERE w.status < ${withdrawalsOpen} AND (w.escalated_at = 0, w.id) >
           (SELECT coalesce(bool_and(f.escalated_at = 0), false), $1::bigint FROM withdrawal AS f WHERE f.id = $1)
         ORDER BY w.escalated_at = 0, w.id LIMIT $2`
      : `${withdrawalSelect} WHERE w.status >= ${withdrawalsOpen} AND w.id < $1 ORDER BY w.id DESC LIMIT $2`,
    [from ?? (isOpen ? 0 : Number.MAX_SAFE_INTEGER), limit],
  )
  return rows.map(withdrawalOf)
}
