import type { HolderId } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import type { Fact, Projection, RowWriter } from '../../engine/door.ts'
import type { Queryable } from '../../platform/postgres/database.ts'
import { integerOf } from '../../platform/postgres/integerOf.ts'
import { wordAt } from '../../platform/postgres/wordAt.ts'
import type { Verdict } from '../chain/screen.ts'

/** How a payout by a machine stands; places are for ever: they stand in the table. Those below `paid` run. */
export const payoutStates = ['ordered', 'sent', 'lost', 'paid', 'returned', 'taken_back'] as const
export type PayoutState = (typeof payoutStates)[number]
const ended = payoutStates.indexOf('paid')

const places = { ordered: 0, sent: 1, lost: 2, paid: 3, rejected: 4, canceled: 4 } as const

/** Payouts that were handed to programs, as the engine's events tell them. */
export const payoutProjection: Projection<Event> = {
  name: 'payout',
  wants: ['withdrawalReleased', 'payoutMoved', 'payoutTakenBack', 'withdrawalClosed'],
  apply: async (facts, writer) => {
    for (const fact of facts) await payoutFact(fact, writer)
  },
}

async function payoutFact({ event, time }: Fact<Event>, writer: RowWriter): Promise<void> {
  if (event.type === 'withdrawalReleased') {
    const { payout, withdrawal, holder, operator, worth } = event
    await writer.query(
      `INSERT INTO payout (id, withdrawal, holder, state, operator, worth, created_at, updated_at)
       VALUES ($1, $2, $3, 0, $4, $5, $6, $6)`,
      [payout, withdrawal, holder, operator, worth, time],
    )
  } else if (event.type === 'payoutMoved') {
    await writer.query('UPDATE payout SET state = $2, updated_at = $3 WHERE id = $1', [
      event.payout,
      places[event.state],
      time,
    ])
  } else if (event.type === 'payoutTakenBack') {
    await writer.query('UPDATE payout SET state = $2, updated_at = $3 WHERE id = $1', [
      event.payout,
      payoutStates.indexOf('taken_back'),
      time,
    ])
  } else if (event.type === 'withdrawalClosed') {
    await writer.query(
      'UPDATE payout SET state = $2, updated_at = $3 WHERE withdrawal = $1 AND state BETWEEN $4 AND $5',
      [event.withdrawal, places[event.outcome], time, places.ordered, places.lost],
    )
  }
}

export type Said = '' | 'taken' | 'sent' | 'unsent' | 'lost'

/** What a program says of a payout; times in ms. */
export interface OrderRow {
  readonly payout: number
  readonly network: string
  readonly said: Said
  readonly pledge: string
  readonly transactionId: string
  readonly confirmations: number
  readonly height: number | null
  readonly block: string
  readonly sequence: number
  readonly reason: string
  readonly recalledBy: number
  readonly screened: '' | Verdict['screened']
  readonly note: string
  readonly lostAt: number | null
  readonly takenAt: number | null
  readonly updatedAt: number
}

/** A payout with its order and its withdrawal; amounts in smallest units, as of the read models. */
export interface PayoutRow extends OrderRow {
  readonly withdrawal: number
  readonly holder: HolderId
  readonly state: PayoutState
  readonly operator: number
  readonly releasedAt: number
  readonly currency: number
  readonly amount: bigint
  readonly fee: bigint
  readonly claim: number
  readonly userId: number
  readonly payee: string
  readonly memo: string
}

interface StoredOrder {
  payout: string
  network: string
  said: Said
  pledge: string
  transaction_id: string
  confirmations: number
  height: string | null
  block: string
  sequence: string
  reason: string
  recalled_by: string
  screened: '' | Verdict['screened']
  note: string
  lost_at: string | null
  taken_at: string | null
  updated_at: string
}

interface Stored extends StoredOrder {
  withdrawal: string
  holder: HolderId
  state: number
  releaser: string
  released_at: string
  currency: number
  amount: string
  fee: string
  claim: string
  user_id: string
  payee: string
  memo: string
}

const whole = (text: string | null): number | null => (text === null ? null : integerOf(text))

function orderOf(stored: StoredOrder): OrderRow {
  return {
    payout: integerOf(stored.payout),
    network: stored.network,
    said: stored.said,
    pledge: stored.pledge,
    transactionId: stored.transaction_id,
    confirmations: stored.confirmations,
    height: whole(stored.height),
    block: stored.block,
    sequence: integerOf(stored.sequence),
    reason: stored.reason,
    recalledBy: integerOf(stored.recalled_by),
    screened: stored.screened,
    note: stored.note,
    lostAt: whole(stored.lost_at),
    takenAt: whole(stored.taken_at),
    updatedAt: integerOf(stored.updated_at),
  }
}

function rowOf(stored: Stored): PayoutRow {
  return {
    ...orderOf(stored),
    withdrawal: integerOf(stored.withdrawal),
    holder: stored.holder,
    state: wordAt(payoutStates, stored.state),
    operator: integerOf(stored.releaser),
    releasedAt: integerOf(stored.released_at),
    currency: stored.currency,
    amount: BigInt(stored.amount),
    fee: BigInt(stored.fee),
    claim: integerOf(stored.claim),
    userId: integerOf(stored.user_id),
    payee: stored.payee,
    memo: stored.memo,
  }
}

/** Gives each payout that runs its order, where it has none yet. */
export async function openOrders(client: Queryable, now: number): Promise<void> {
  await client.query(
    `INSERT INTO payout_order (payout, network, said, pledge, transaction_id, confirmations, block, sequence, reason, updated_at)
     SELECT p.id, c.network, '', '', '', 0, '', 0, '', $1 FROM payout AS p JOIN withdrawal AS w ON w.id = p.withdrawal
       JOIN withdrawal_claim AS c ON c.id = w.claim
     WHERE p.state < ${ended} AND NOT EXISTS (SELECT 1 FROM payout_order AS o WHERE o.payout = p.id)
     ON CONFLICT (payout) DO NOTHING`,
    [now],
  )
}

const select = `SELECT o.*, p.withdrawal, p.holder, p.state, p.operator AS releaser, p.created_at AS released_at,
    w.currency, w.amount, w.fee, w.claim, c.user_id, c.payee, c.memo
  FROM payout AS p JOIN payout_order AS o ON o.payout = p.id JOIN withdrawal AS w ON w.id = p.withdrawal
    JOIN withdrawal_claim AS c ON c.id = w.claim`

/** A payout by its number; null where there is none, or where what is personal of it was erased. */
export async function findPayout(client: Queryable, id: number): Promise<PayoutRow | null> {
  const { rows } = await client.query<Stored>(`${select} WHERE p.id = $1`, [id])
  return rows[0] === undefined ? null : rowOf(rows[0])
}

/**
 * The payout of each of these withdrawals that people have to do with, by withdrawal: the last that was handed to a program,
 * unless an earlier one has come to light.
 */
export async function findOrdersOf(
  client: Queryable,
  withdrawals: readonly number[],
): Promise<ReadonlyMap<number, PayoutRow>> {
  const { rows } = await client.query<Stored>(
    `${select} WHERE p.withdrawal = ANY($1) ORDER BY o.lost_at IS NOT NULL, p.id`,
    [withdrawals],
  )
  return new Map(rows.map(rowOf).map((row) => [row.withdrawal, row]))
}

export interface OrderFilter {
  readonly after: number
  readonly depth: number
  /** From when on what went back is watched, in ms. */
  readonly since: number
  readonly limit: number
}

/**
 * What a program has to do with, oldest first: what runs, what it paid until it lies so deep, and for a time what went back
 * though it had been let go.
 */
export async function findOrders(
  client: Queryable,
  network: string,
  { after, depth, since, limit }: OrderFilter,
): Promise<PayoutRow[]> {
  const { rows } = await client.query<Stored>(
    `${select} WHERE o.network = $1 AND p.id > $2
       AND (p.state < ${ended} OR (p.state = ${ended} AND o.said = 'sent' AND o.confirmations < $3)
         OR (p.state > ${ended} AND p.updated_at >= $5 AND (o.pledge <> '' OR o.transaction_id <> '')))
     ORDER BY p.id LIMIT $4`,
    [network, after, depth, limit, since],
  )
  return rows.map(rowOf)
}

/** The payouts whose program said something that the engine may not know, or of which somebody is to be asked first. */
export async function findUntold(client: Queryable): Promise<PayoutRow[]> {
  const { rows } = await client.query<Stored>(
    `${select} WHERE p.state < ${ended} AND NOT (p.state = 2 AND o.said IN ('lost', 'unsent'))
     ORDER BY p.id LIMIT 500`,
  )
  return rows.map(rowOf)
}

/** An order, kept from others until the transaction ends. */
export async function lockOrder(client: Queryable, payout: number): Promise<OrderRow | null> {
  const { rows } = await client.query<StoredOrder>('SELECT * FROM payout_order WHERE payout = $1 FOR UPDATE', [payout])
  return rows[0] === undefined ? null : orderOf(rows[0])
}

/** Keeps how an order stands now. */
export async function updateOrder(client: Queryable, row: OrderRow): Promise<void> {
  await client.query(
    `UPDATE payout_order SET said = $2, pledge = $3, transaction_id = $4, confirmations = $5, height = $6, block = $7,
       sequence = $8, reason = $9, recalled_by = $10, screened = $11, note = $12, lost_at = $13, taken_at = $14,
       updated_at = $15 WHERE payout = $1`,
    [
      row.payout,
      row.said,
      row.pledge,
      row.transactionId,
      row.confirmations,
      row.height,
      row.block,
      row.sequence,
      row.reason,
      row.recalledBy,
      row.screened,
      row.note,
      row.lostAt,
      row.takenAt,
      row.updatedAt,
    ],
  )
}

/** Whether another payout of the network names a transaction. */
export async function isOthersTransaction(
  client: Queryable,
  { network, payout, transactionId }: Pick<OrderRow, 'network' | 'payout' | 'transactionId'>,
): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM payout_order WHERE network = $1 AND lower(transaction_id) = lower($2) AND transaction_id <> ''
       AND payout <> $3 LIMIT 1`,
    [network, transactionId, payout],
  )
  return rows.length > 0
}

/** The greatest number of a network's message about payouts that was taken; 0 where none was. */
export async function lastPayoutSequence(client: Queryable, network: string): Promise<number> {
  const { rows } = await client.query<{ last: string }>(
    'SELECT coalesce(max(sequence), 0) AS last FROM payout_order WHERE network = $1',
    [network],
  )
  return integerOf(rows[0]?.last ?? '0')
}

export interface SwitchRow {
  readonly network: string
  readonly paused: boolean
  readonly operator: number
  readonly reason: string
  readonly changedAt: number
}

/** The networks that were ever stopped, and how they stand. */
export async function findSwitches(client: Queryable): Promise<SwitchRow[]> {
  const { rows } = await client.query<{
    network: string
    paused: boolean
    operator: string
    reason: string
    changed_at: string
  }>('SELECT network, paused, operator, reason, changed_at FROM payout_switch ORDER BY network')
  return rows.map(({ changed_at: changed, operator, ...row }) => {
    return { ...row, operator: integerOf(operator), changedAt: integerOf(changed) }
  })
}

/** Whether operators have stopped the payouts of a network; nothing of it is let go meanwhile, from this moment on. */
export async function isPaused(client: Queryable, network: string): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM payout_switch WHERE network = $1 AND paused', [network])
  return rows.length > 0
}

/** Stops the payouts of a network, or lets them go on. */
export async function putSwitch(client: Queryable, row: SwitchRow): Promise<void> {
  await client.query(
    `INSERT INTO payout_switch (network, paused, operator, reason, changed_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (network) DO UPDATE SET paused = excluded.paused, operator = excluded.operator,
       reason = excluded.reason, changed_at = excluded.changed_at`,
    [row.network, row.paused, row.operator, row.reason, row.changedAt],
  )
}

export interface PayoutCounts {
  readonly network: string
  readonly running: number
  /** Of which nobody knows, and those that were paid and are not in their chain any more. */
  readonly lost: number
  /** Since when the oldest waits that is neither paid nor lost, in ms; null for none. */
  readonly oldest: number | null
}

/** How many payouts of each network run and were lost, and since when the oldest waits. */
export async function countPayouts(client: Queryable): Promise<PayoutCounts[]> {
  const { rows } = await client.query<{ network: string; running: string; lost: string; oldest: string | null }>(
    `SELECT o.network, count(*) FILTER (WHERE p.state < ${ended}) AS running,
       count(*) FILTER (WHERE p.state = 2 OR o.lost_at IS NOT NULL) AS lost,
       min(p.created_at) FILTER (WHERE p.state < 2) AS oldest
     FROM payout AS p JOIN payout_order AS o ON o.payout = p.id
     WHERE p.state < ${ended} OR o.lost_at IS NOT NULL GROUP BY o.network`,
  )
  return rows.map(({ network, running, lost, oldest }) => {
    return { network, running: integerOf(running), lost: integerOf(lost), oldest: whole(oldest) }
  })
}

/** What programs were handed since a time and did not give back, in smallest units of USDT. */
export async function releasedSince(client: Queryable, since: number): Promise<bigint> {
  const { rows } = await client.query<{ sum: string }>(
    `SELECT coalesce(sum(worth), 0) AS sum FROM payout WHERE created_at >= $1 AND state <= ${ended}`,
    [since],
  )
  return BigInt(rows[0]?.sum ?? '0')
}

/** Takes from payouts that ended the given time ago by what they can be found in their network. */
export async function eraseOldOrders(client: Queryable, before: number): Promise<void> {
  await client.query(
    `UPDATE payout_order AS o SET transaction_id = '', pledge = '', block = '', note = '' FROM payout AS p
     WHERE p.id = o.payout AND p.state >= ${ended} AND o.lost_at IS NULL AND o.updated_at < $1 AND o.pledge <> ''`,
    [before],
  )
}
