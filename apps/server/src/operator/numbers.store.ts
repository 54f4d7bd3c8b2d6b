import { wealthProducts } from '@truemark/core/capability/products'
import { productOrderIds } from '@truemark/protocol/product/all'
import type { Queryable } from '../platform/postgres/database.ts'
import { servedProducts } from '../wealth/door.ts'

/** What people see the number of, and of which the desk finds whose it is. */
export const numberedKinds = [
  'order',
  'derivative',
  'option',
  'deposit',
  'withdrawal',
  'exchange',
  'transfer',
  ...wealthProducts.map((product) => productOrderIds[product]),
  'ticket',
] as const
export type NumberedKind = (typeof numberedKinds)[number]

/** Whose the thing of that number is; null where there is none. Orders and positions of derivatives share their numbers. */
export async function findOwnerOf(database: Queryable, kind: NumberedKind, number: number): Promise<number | null> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT u.id FROM (
       SELECT holder FROM spot_order WHERE $1 = 'order' AND id = $2
       UNION ALL SELECT holder FROM spot_conditional WHERE $1 = 'order' AND id = $2
       UNION ALL SELECT holder FROM derivative_order WHERE $1 = 'derivative' AND id = $2
       UNION ALL SELECT holder FROM derivative_position WHERE $1 = 'derivative' AND id = $2
       UNION ALL SELECT holder FROM option_order WHERE $1 = 'option' AND id = $2
       UNION ALL SELECT holder FROM deposit WHERE $1 = 'deposit' AND id = $2
       UNION ALL SELECT holder FROM withdrawal WHERE $1 = 'withdrawal' AND id = $2
       UNION ALL SELECT holder FROM conversion WHERE $1 = 'exchange' AND id = $2
       UNION ALL SELECT holder FROM transfer WHERE $1 = 'transfer' AND id = $2
       UNION ALL ${servedProducts.map(({ owner }) => owner).join('\n       UNION ALL ')}
     ) AS found JOIN app_user AS u ON u.real_holder = found.holder OR u.demo_holder = found.holder
     UNION ALL SELECT user_id FROM ticket WHERE $1 = 'ticket' AND id = $2 LIMIT 1`,
    [kind, number],
  )
  return rows[0] === undefined ? null : Number(rows[0].id)
}
