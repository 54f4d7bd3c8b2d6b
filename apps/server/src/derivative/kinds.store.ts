import { derivativeProducts, positionKinds } from '@truemark/core/derivative/words'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** What a number of the one sequence of orders, tickets and positions is: a contract (order or ticket), a perpetual order or a perpetual position. */
export type DerivativeKind = 'contract' | 'perpetual' | 'position'

/** What each of some numbers is; numbers that are nothing are left out. */
export async function findDerivativeKinds(
  database: Queryable,
  numbers: readonly number[],
): Promise<Map<number, DerivativeKind>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await database.query<{ id: string; kind: DerivativeKind }>(
    `SELECT id, CASE WHEN product = $2 THEN 'contract' ELSE 'perpetual' END AS kind
       FROM derivative_order WHERE id = ANY($1::bigint[])
     UNION ALL
     SELECT id, CASE WHEN kind = $3 THEN 'contract' ELSE 'position' END FROM derivative_position WHERE id = ANY($1::bigint[])`,
    [[...numbers], derivativeProducts.indexOf('contract'), positionKinds.indexOf('ticket')],
  )
  return new Map(rows.map(({ id, kind }) => [integerOf(id), kind]))
}
