import type { Queryable } from '../platform/postgres/database.ts'

/** An operator who may take chats. */
export interface SupportOperatorRow {
  readonly id: number
  readonly name: string
  readonly role: string
  readonly shown: string
  readonly available: boolean
  readonly chats: number
}

interface StoredOperator {
  id: string
  name: string
  role: string
  shown: string | null
  available: boolean | null
  chats: string
}

/** The operators whose roles may take chats, by name; `chats` is how many each has. */
export async function findSupportOperators(client: Queryable, roles: readonly string[]): Promise<SupportOperatorRow[]> {
  const { rows } = await client.query<StoredOperator>(
    `SELECT o.id, o.name, o.role, s.shown, s.available,
       (SELECT count(*) FROM chat AS c WHERE c.open AND c.operator_id = o.id) AS chats
     FROM operator AS o LEFT JOIN support_operator AS s ON s.operator_id = o.id
     WHERE o.disabled_at IS NULL AND o.role = ANY($1) ORDER BY lower(o.name), o.id`,
    [roles],
  )
  return rows.map(({ id, name, role, shown, available, chats }) => ({
    id: Number(id),
    name,
    role,
    shown: shown ?? '',
    available: available ?? true,
    chats: Number(chats),
  }))
}

/** How an operator is seen by users, and whether the operator takes chats. */
export async function findSupportOperator(
  client: Queryable,
  id: number,
): Promise<{ readonly shown: string; readonly available: boolean }> {
  const { rows } = await client.query<{ shown: string; available: boolean }>(
    'SELECT shown, available FROM support_operator WHERE operator_id = $1',
    [id],
  )
  return rows[0] ?? { shown: '', available: true }
}

export async function setSupportOperator(
  client: Queryable,
  id: number,
  { shown, available }: { shown: string; available: boolean },
): Promise<void> {
  await client.query(
    `INSERT INTO support_operator (operator_id, shown, available) VALUES ($1, $2, $3)
     ON CONFLICT (operator_id) DO UPDATE SET shown = EXCLUDED.shown, available = EXCLUDED.available`,
    [id, shown, available],
  )
}
