import type { Queryable } from '../platform/postgres/database.ts'

async function insertedId(client: Queryable, text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await client.query<{ id: string }>(text, values)
  const [row] = rows
  if (row === undefined) throw new Error('a claim was not kept')
  return Number(row.id)
}

export interface DepositClaim {
  readonly userId: number
  readonly network: string
  readonly transactionId: string
  /** The voucher; 0 for what a network shows without one. */
  readonly fileId: number
}

/** Keeps what is personal of a deposit; gives the number by which the engine knows it. */
export function insertDepositClaim(client: Queryable, claim: DepositClaim): Promise<number> {
  const { userId, network, transactionId, fileId } = claim
  return insertedId(
    client,
    'INSERT INTO deposit_claim (user_id, network, transaction_id, file_id) VALUES ($1, $2, $3, $4) RETURNING id',
    [userId, network, transactionId, fileId === 0 ? null : fileId],
  )
}

/** What is personal of a deposit; null where it was erased. */
export async function findDepositClaim(client: Queryable, id: number): Promise<DepositClaim | null> {
  const { rows } = await client.query<{
    user_id: string
    network: string
    transaction_id: string
    file_id: string | null
  }>('SELECT user_id, network, transaction_id, file_id FROM deposit_claim WHERE id = $1', [id])
  const [row] = rows
  if (row === undefined) return null
  const { network, transaction_id: transactionId } = row
  return { userId: Number(row.user_id), network, transactionId, fileId: Number(row.file_id ?? '0') }
}

export async function removeDepositClaim(client: Queryable, id: number): Promise<void> {
  await client.query('DELETE FROM deposit_claim WHERE id = $1', [id])
}

export interface WithdrawalClaim {
  readonly userId: number
  readonly network: string
  readonly payee: string
  readonly memo: string
  readonly bank: Readonly<Record<string, string>>
}

/** Keeps where a withdrawal goes, as it stood when it was asked for. */
export function insertWithdrawalClaim(client: Queryable, claim: WithdrawalClaim): Promise<number> {
  const { userId, network, payee, memo, bank } = claim
  return insertedId(
    client,
    'INSERT INTO withdrawal_claim (user_id, network, payee, memo, bank) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    [userId, network, payee, memo, JSON.stringify(bank)],
  )
}

/** Where a withdrawal goes; null where that was erased. */
export async function findWithdrawalClaim(client: Queryable, id: number): Promise<WithdrawalClaim | null> {
  const { rows } = await client.query<{
    user_id: string
    network: string
    payee: string
    memo: string
    bank: Record<string, string>
  }>('SELECT user_id, network, payee, memo, bank FROM withdrawal_claim WHERE id = $1', [id])
  const [row] = rows
  if (row === undefined) return null
  const { network, payee, memo, bank } = row
  return { userId: Number(row.user_id), network, payee, memo, bank }
}

export async function removeWithdrawalClaim(client: Queryable, id: number): Promise<void> {
  await client.query('DELETE FROM withdrawal_claim WHERE id = $1', [id])
}

/** Notes by what a payout can be found outside. */
export async function notePayout(client: Queryable, claim: number, transactionId: string): Promise<void> {
  await client.query('UPDATE withdrawal_claim SET transaction_id = $2 WHERE id = $1', [claim, transactionId])
}

/** Removes claims that no request of the engine came to know: what a crash left behind. Gives the files of deposits. */
export async function removeStrayClaims(client: Queryable): Promise<number[]> {
  const old = `created_at < now() - interval '1 day'`
  await client.query(
    `DELETE FROM withdrawal_claim AS c WHERE ${old} AND NOT EXISTS (SELECT 1 FROM withdrawal AS w WHERE w.claim = c.id)`,
  )
  const { rows } = await client.query<{ file_id: string | null }>(
    `DELETE FROM deposit_claim AS c WHERE ${old} AND NOT EXISTS (SELECT 1 FROM deposit AS d WHERE d.claim = c.id)
       AND NOT EXISTS (SELECT 1 FROM chain_payment AS p WHERE p.claim = c.id AND p.state = 'crediting')
     RETURNING file_id`,
  )
  return rows.flatMap(({ file_id: file }) => (file === null ? [] : [Number(file)]))
}

/** Erases what is personal of deposits and withdrawals that ended the given days ago. */
export async function eraseOldClaims(client: Queryable, days: number): Promise<void> {
  const old = 'c.created_at < now() - make_interval(days => $1)'
  await client.query(
    `DELETE FROM deposit_claim AS c USING deposit AS d WHERE ${old} AND d.claim = c.id AND d.status <> 0`,
    [days],
  )
  await client.query(
    `DELETE FROM withdrawal_claim AS c USING withdrawal AS w WHERE ${old} AND w.claim = c.id AND w.status >= 3`,
    [days],
  )
}

export interface Same {
  readonly deposit: number
  readonly other: number
  readonly by: 'voucher' | 'transaction'
}

const sameMax = 20

/** Other deposits, of anybody, with the image or the transaction id of these. */
export async function findSame(client: Queryable, deposits: readonly number[]): Promise<Same[]> {
  const { rows } = await client.query<{ deposit: string; other: string; by: 'voucher' | 'transaction' }>(
    `WITH own AS (
       SELECT d.id, d.claim, c.transaction_id, f.digest, f.sent_digest FROM deposit AS d
       JOIN deposit_claim AS c ON c.id = d.claim JOIN file AS f ON f.id = c.file_id WHERE d.id = ANY($1))
     SELECT own.id AS deposit, found.id AS other, found.by FROM own CROSS JOIN LATERAL (
       (SELECT d.id, 'voucher' AS by FROM file AS f JOIN deposit_claim AS c ON c.file_id = f.id
        JOIN deposit AS d ON d.claim = c.id
        WHERE (f.digest = own.digest OR f.sent_digest = own.sent_digest) AND c.id <> own.claim
        ORDER BY d.id LIMIT ${sameMax})
       UNION ALL
       (SELECT d.id, 'transaction' AS by FROM deposit_claim AS c JOIN deposit AS d ON d.claim = c.id
        WHERE own.transaction_id <> '' AND lower(c.transaction_id) = lower(own.transaction_id)
          AND c.transaction_id <> '' AND c.id <> own.claim
        ORDER BY d.id LIMIT ${sameMax})) AS found`,
    [deposits],
  )
  return rows.map(({ deposit, other, by }) => ({ deposit: Number(deposit), other: Number(other), by }))
}

/** Deposits, of anybody, that were credited for the transaction that this one names. */
export async function creditedBefore(client: Queryable, deposit: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT d.id FROM deposit AS own JOIN deposit_claim AS o ON o.id = own.claim
     JOIN deposit_claim AS c ON lower(c.transaction_id) = lower(o.transaction_id) AND c.transaction_id <> ''
     JOIN deposit AS d ON d.claim = c.id
     WHERE own.id = $1 AND o.transaction_id <> '' AND d.id <> own.id AND d.status = 1 ORDER BY d.id LIMIT ${sameMax}`,
    [deposit],
  )
  return rows.map(({ id }) => Number(id))
}
