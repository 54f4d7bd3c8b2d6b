import type { CodePurpose } from '@truemark/protocol/routes/identity'
import type { Queryable } from '../platform/postgres/database.ts'

interface Target {
  readonly purpose: CodePurpose
  readonly address: string
}

const day = `interval '1 day'`

/** How many wrong codes strangers' networks together brought for an address within a day. */
export async function wrongOf(client: Queryable, { purpose, address }: Target): Promise<number> {
  const { rows } = await client.query<{ wrong: number }>(
    `SELECT wrong FROM code_traffic WHERE purpose = $1 AND address = $2 AND since > now() - ${day}`,
    [purpose, address],
  )
  return rows[0]?.wrong ?? 0
}

/** Counts a wrong code of a stranger's network. */
export async function noteWrong(client: Queryable, { purpose, address }: Target): Promise<void> {
  await client.query(
    `INSERT INTO code_traffic AS day (purpose, address, wrong) VALUES ($1, $2, 1)
     ON CONFLICT (purpose, address) DO UPDATE SET
       wrong = 1 + CASE WHEN day.since > now() - ${day} THEN day.wrong ELSE 0 END,
       since = CASE WHEN day.since > now() - ${day} THEN day.since ELSE now() END`,
    [purpose, address],
  )
}

/** Forgets days that are over. */
export async function eraseOldTraffic(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM code_traffic WHERE since < now() - ${day}`)
}
