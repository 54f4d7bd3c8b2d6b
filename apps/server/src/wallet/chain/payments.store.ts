import type { Queryable } from '../../platform/postgres/database.ts'
import { integerOf } from '../../platform/postgres/integerOf.ts'
import type { ChainPaymentMessage } from '../../platform/chain/message.ts'
import type { Verdict } from './screen.ts'

export type ChainState = 'waiting' | 'crediting' | 'credited' | 'held' | 'returned'

/** A payment that a network shows; times in ms, `units` in smallest units of its currency. */
export interface ChainPaymentRow {
  readonly id: number
  readonly network: string
  readonly transactionId: string
  readonly output: number
  readonly currency: string
  readonly address: string
  readonly memo: string
  readonly amount: string
  readonly units: bigint | null
  readonly confirmations: number
  readonly height: number | null
  readonly block: string
  readonly removed: boolean
  readonly sequence: number
  readonly state: ChainState
  readonly reason: string
  readonly userId: number | null
  readonly claim: number | null
  /** The open deposit that it ends; 0 where it is one of its own. */
  readonly deposit: number
  readonly keyTime: number | null
  readonly asker: number
  readonly operator: number
  readonly lostAt: number | null
  readonly settled: string
  /** What a screening said of it, and the note of its case; empty where nobody was asked. */
  readonly screened: '' | Verdict['screened']
  readonly note: string
  readonly seenAt: number
  readonly updatedAt: number
}

interface Stored {
  id: string
  network: string
  transaction_id: string
  output: number
  currency: string
  address: string
  memo: string
  amount: string
  units: string | null
  confirmations: number
  height: string | null
  block: string
  removed: boolean
  sequence: string
  state: ChainState
  reason: string
  user_id: string | null
  claim: string | null
  deposit: string
  key_time: string | null
  asker: string
  operator: string
  lost_at: string | null
  settled: string
  screened: '' | Verdict['screened']
  note: string
  seen_at: string
  updated_at: string
}

const whole = (text: string | null): number | null => (text === null ? null : integerOf(text))

function rowOf(stored: Stored): ChainPaymentRow {
  return {
    id: integerOf(stored.id),
    network: stored.network,
    transactionId: stored.transaction_id,
    output: stored.output,
    currency: stored.currency,
    address: stored.address,
    memo: stored.memo,
    amount: stored.amount,
    units: stored.units === null ? null : BigInt(stored.units),
    confirmations: stored.confirmations,
    height: whole(stored.height),
    block: stored.block,
    removed: stored.removed,
    sequence: integerOf(stored.sequence),
    state: stored.state,
    reason: stored.reason,
    userId: whole(stored.user_id),
    claim: whole(stored.claim),
    deposit: integerOf(stored.deposit),
    keyTime: whole(stored.key_time),
    asker: integerOf(stored.asker),
    operator: integerOf(stored.operator),
    lostAt: whole(stored.lost_at),
    settled: stored.settled,
    screened: stored.screened,
    note: stored.note,
    seenAt: integerOf(stored.seen_at),
    updatedAt: integerOf(stored.updated_at),
  }
}

/** What a message says first of an output. */
export interface FirstSeen extends ChainPaymentMessage {
  readonly network: string
  readonly units: bigint | null
  readonly userId: number | null
  readonly now: number
}

/** Keeps the first message of an output; null where there is one already. */
export async function insertPayment(client: Queryable, seen: FirstSeen): Promise<ChainPaymentRow | null> {
  const { network, txid, output, currency, address, memo, amount, units, userId, now } = seen
  const { rows } = await client.query<Stored>(
    `INSERT INTO chain_payment (network, transaction_id, output, currency, address, memo, amount, units, confirmations,
       height, block, removed, sequence, state, reason, user_id, seen_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'waiting', '', $14, $15, $15)
     ON CONFLICT (network, transaction_id, output) DO NOTHING RETURNING *`,
    [
      network,
      txid,
      output,
      currency,
      address,
      memo,
      amount,
      units,
      seen.confirmations,
      seen.height,
      seen.block,
      seen.removed,
      seen.sequence,
      userId,
      now,
    ],
  )
  return rows[0] === undefined ? null : rowOf(rows[0])
}

/** The payment of an output, kept from others until the transaction ends. */
export async function lockOutput(
  client: Queryable,
  { network, txid, output }: Pick<FirstSeen, 'network' | 'txid' | 'output'>,
): Promise<ChainPaymentRow | null> {
  const { rows } = await client.query<Stored>(
    'SELECT * FROM chain_payment WHERE network = $1 AND transaction_id = $2 AND output = $3 FOR UPDATE',
    [network, txid, output],
  )
  return rows[0] === undefined ? null : rowOf(rows[0])
}

/** A payment, kept from others until the transaction ends. */
export async function lockPayment(client: Queryable, id: number): Promise<ChainPaymentRow | null> {
  const { rows } = await client.query<Stored>('SELECT * FROM chain_payment WHERE id = $1 FOR UPDATE', [id])
  return rows[0] === undefined ? null : rowOf(rows[0])
}

export async function findPayment(client: Queryable, id: number): Promise<ChainPaymentRow | null> {
  const { rows } = await client.query<Stored>('SELECT * FROM chain_payment WHERE id = $1', [id])
  return rows[0] === undefined ? null : rowOf(rows[0])
}

/** Keeps how a payment stands now. */
export async function updatePayment(client: Queryable, row: ChainPaymentRow): Promise<void> {
  await client.query(
    `UPDATE chain_payment SET confirmations = $2, height = $3, block = $4, removed = $5, sequence = $6, state = $7,
       reason = $8, user_id = $9, claim = $10, deposit = $11, key_time = $12, operator = $13, lost_at = $14, settled = $15,
       updated_at = $16, asker = $17, screened = $18, note = $19 WHERE id = $1`,
    [
      row.id,
      row.confirmations,
      row.height,
      row.block,
      row.removed,
      row.sequence,
      row.state,
      row.reason,
      row.userId,
      row.claim,
      row.deposit,
      row.keyTime,
      row.operator,
      row.lostAt,
      row.settled,
      row.updatedAt,
      row.asker,
      row.screened,
      row.note,
    ],
  )
}

/** The greatest number of a network's message that was taken; 0 where none was. */
export async function lastSequence(client: Queryable, network: string): Promise<number> {
  const { rows } = await client.query<{ last: string }>(
    'SELECT coalesce(max(sequence), 0) AS last FROM chain_payment WHERE network = $1',
    [network],
  )
  return integerOf(rows[0]?.last ?? '0')
}

/** Whether a voucher of the same person was credited for a transaction: what was credited from the network is none. */
export async function wasVouched(
  client: Queryable,
  { userId, transactionId }: Pick<ChainPaymentRow, 'userId' | 'transactionId'>,
): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM deposit_claim AS c JOIN deposit AS d ON d.claim = c.id
     WHERE lower(c.transaction_id) = lower($2) AND c.transaction_id <> '' AND c.user_id = $1 AND d.status = 1
       AND NOT EXISTS (SELECT 1 FROM chain_payment AS p WHERE p.claim = c.id) LIMIT 1`,
    [userId, transactionId],
  )
  return rows.length > 0
}

/** The payments that the machine has to do with next, oldest first: those that have their confirmations, or were begun. */
export async function findDue(client: Queryable, network: string, confirmations: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM chain_payment WHERE network = $1 AND state IN ('waiting', 'crediting')
       AND (state = 'crediting' OR (confirmations >= $2 AND NOT removed)) ORDER BY id LIMIT 200`,
    [network, confirmations],
  )
  return rows.map(({ id }) => integerOf(id))
}

export const chainQueues = ['waiting', 'held', 'lost', 'done'] as const
export type ChainQueue = (typeof chainQueues)[number]

const queues: Readonly<Record<ChainQueue, string>> = {
  waiting: `state IN ('waiting', 'crediting')`,
  held: `state = 'held'`,
  lost: 'lost_at IS NOT NULL',
  done: `state IN ('credited', 'returned')`,
}

/** The payments of a queue of the desk, newest first, before a number. */
export async function findQueue(
  client: Queryable,
  queue: ChainQueue,
  before: number | null,
  limit: number,
): Promise<ChainPaymentRow[]> {
  const { rows } = await client.query<Stored>(
    `SELECT * FROM chain_payment WHERE ${queues[queue]} AND id < $1 ORDER BY id DESC LIMIT $2`,
    [before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(rowOf)
}

/** What comes in for a person, newest first, before a number: what is not credited yet, and what was since a moment. */
export async function findIncoming(
  client: Queryable,
  userId: number,
  { since, before, limit }: { readonly since: number; readonly before: number | null; readonly limit: number },
): Promise<ChainPaymentRow[]> {
  const { rows } = await client.query<Stored>(
    `SELECT * FROM chain_payment WHERE user_id = $1 AND NOT removed AND id < $3
       AND (state IN ('waiting', 'crediting', 'held') OR (state = 'credited' AND updated_at >= $2))
     ORDER BY id DESC LIMIT $4`,
    [userId, since, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(rowOf)
}

export interface ChainCounts {
  readonly network: string
  readonly waiting: number
  readonly held: number
  readonly lost: number
}

/** How many payments of each network wait, are held, and were lost after their credit. */
export async function countPayments(client: Queryable): Promise<ChainCounts[]> {
  const { rows } = await client.query<{ network: string; waiting: string; held: string; lost: string }>(
    `SELECT network, count(*) FILTER (WHERE state IN ('waiting', 'crediting')) AS waiting,
       count(*) FILTER (WHERE state = 'held') AS held, count(*) FILTER (WHERE lost_at IS NOT NULL) AS lost
     FROM chain_payment WHERE state IN ('waiting', 'crediting', 'held') OR lost_at IS NOT NULL GROUP BY network`,
  )
  return rows.map(({ network, ...row }) => ({
    network,
    waiting: integerOf(row.waiting),
    held: integerOf(row.held),
    lost: integerOf(row.lost),
  }))
}

/** Takes from payments that ended the given days ago whose they were and where they went. */
export async function eraseOldPayments(client: Queryable, before: number): Promise<void> {
  await client.query(
    `UPDATE chain_payment SET user_id = NULL, address = '', memo = '', settled = '', note = ''
     WHERE state IN ('credited', 'returned') AND lost_at IS NULL AND updated_at < $1 AND address <> ''`,
    [before],
  )
}
