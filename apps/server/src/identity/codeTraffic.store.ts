import type { CodePurpose } from '@truemark/protocol/routes/identity'
import type { Queryable } from '../platform/postgres/database.ts'

interface Target {
  readonly purpose: CodePurpose
  readonly address: string
}

/** What strangers' networks together did with the codes of an address within a day. */
export interface Traffic {
  readonly sent: number
  readonly wrong: number
  /** Until the day is over and the counts begin anew. */
  readonly secondsLeft: number
}

const day = `interval '1 day'`

export async function trafficOf(client: Queryable, { purpose, address }: Target): Promise<Traffic> {
  const { rows } = await client.query<{ sent: number; wrong: number; left: string }>(
    `SELECT sent, wrong, ceil(extract(epoch FROM since + ${day} - now())) AS left FROM code_traffic
     WHERE purpose = $1 AND address = $2 AND since > now() - ${day}`,
    [purpose, address],
  )
  const [row] = rows
  if (row === undefined) return { sent: 0, wrong: 0, secondsLeft: 0 }
  return { sent: row.sent, wrong: row.wrong, secondsLeft: Math.max(1, Number(row.left)) }
}

/** Counts codes that were sent, and wrong ones that came. */
export async function noteTraffic(
  client: Queryable,
  { purpose, address }: Target,
  { sent, wrong }: { readonly sent: number; readonly wrong: number },
): Promise<void> {
  await client.query(
    `INSERT INTO code_traffic AS day (purpose, address, sent, wrong) VALUES ($1, $2, $3, $4)
     ON CONFLICT (purpose, address) DO UPDATE SET
       sent = EXCLUDED.sent + CASE WHEN day.since > now() - ${day} THEN day.sent ELSE 0 END,
       wrong = EXCLUDED.wrong + CASE WHEN day.since > now() - ${day} THEN day.wrong ELSE 0 END,
       since = CASE WHEN day.since > now() - ${day} THEN day.since ELSE now() END`,
    [purpose, address, sent, wrong],
  )
}

/** Forgets days that are over. */
export async function eraseOldTraffic(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM code_traffic WHERE since < now() - ${day}`)
}
