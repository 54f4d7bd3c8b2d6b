import { type Realm, realms } from '@truemark/core/ledger/holders'
import type { Queryable } from '../platform/postgres/database.ts'

/** Keeps an amount (smallest units of USDT) as the day's of a realm where the day had none, or a lower one. */
export async function noteExposure(database: Queryable, day: number, realm: Realm, amount: bigint): Promise<void> {
  await database.query(
    `INSERT INTO house_exposure AS h (day, realm, amount) VALUES ($1, $2, $3)
     ON CONFLICT (day, realm) DO UPDATE SET amount = excluded.amount WHERE h.amount < excluded.amount`,
    [day, realms.indexOf(realm), String(amount)],
  )
}

/** The highest exposure of each day that is recorded since one, in smallest units of USDT. */
export async function findExposures(
  database: Queryable,
  realm: Realm,
  fromDay: number,
): Promise<ReadonlyMap<number, bigint>> {
  const { rows } = await database.query<{ day: number; amount: string }>(
    'SELECT day, amount FROM house_exposure WHERE realm = $1 AND day >= $2',
    [realms.indexOf(realm), fromDay],
  )
  return new Map(rows.map(({ day, amount }) => [day, BigInt(amount)]))
}
