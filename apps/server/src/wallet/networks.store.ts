import { addressForms } from '@truemark/payee/addressForm'
import { wordAt } from '../platform/postgres/wordAt.ts'
import type { Queryable } from '../platform/postgres/database.ts'

export interface NetworkRow {
  readonly currency: string
  readonly network: string
  readonly form: (typeof addressForms)[number]
  /** Where deposits go; empty where none is taken. */
  readonly address: string
  readonly deposit: boolean
  readonly withdraw: boolean
  /** Whether deposits go to the shared address with a memo of each person's own. */
  readonly memo: boolean
  readonly updatedAt: number
}

interface StoredNetwork {
  currency: string
  network: string
  form: string
  address: string
  deposit: boolean
  withdraw: boolean
  memo: boolean
  updated_at: Date
}

function networkOf({ updated_at, form, ...row }: StoredNetwork): NetworkRow {
  const known = wordAt(
    addressForms,
    addressForms.findIndex((one) => one === form),
  )
  return { ...row, form: known, updatedAt: updated_at.getTime() }
}

/** All networks of all currencies: as many as an operator has typed. */
export async function findNetworks(client: Queryable): Promise<NetworkRow[]> {
  const { rows } = await client.query<StoredNetwork>(
    'SELECT * FROM wallet_network ORDER BY currency, network LIMIT 500',
  )
  return rows.map(networkOf)
}

export async function findNetwork(client: Queryable, currency: string, network: string): Promise<NetworkRow | null> {
  const { rows } = await client.query<StoredNetwork>(
    'SELECT * FROM wallet_network WHERE currency = $1 AND network = $2',
    [currency, network],
  )
  return rows[0] === undefined ? null : networkOf(rows[0])
}

/** Sets a network of a currency; gives it as it stood before and as it stands. */
export async function putNetwork(
  client: Queryable,
  row: Omit<NetworkRow, 'updatedAt'>,
): Promise<{ readonly before: NetworkRow | null; readonly after: NetworkRow }> {
  const before = await findNetwork(client, row.currency, row.network)
  const { currency, network, form, address, deposit, withdraw, memo } = row
  const { rows } = await client.query<StoredNetwork>(
    `INSERT INTO wallet_network (currency, network, form, address, deposit, withdraw, memo)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (currency, network) DO UPDATE SET form = excluded.form, address = excluded.address,
       deposit = excluded.deposit, withdraw = excluded.withdraw, memo = excluded.memo, updated_at = now() RETURNING *`,
    [currency, network, form, address, deposit, withdraw, memo],
  )
  const [after] = rows
  if (after === undefined) throw new Error('a network was not kept')
  return { before, after: networkOf(after) }
}
