import type { Queryable } from '../platform/postgres/database.ts'

const freeTries = 5
const waitMax = 60
const forgetAfter = '1 hour'

/** How many seconds the next try has to wait: none after five failures, then 2, 4, 8 … up to 60 after the last one. */
export async function waitSeconds(client: Queryable, key: Buffer): Promise<number> {
  const { rows } = await client.query<{ failures: number; since: string }>(
    `SELECT failures, extract(epoch FROM now() - last_at) AS since FROM sign_in_failure
     WHERE account_hash = $1 AND last_at > now() - interval '${forgetAfter}'`,
    [key],
  )
  const [row] = rows
  if (row === undefined || row.failures <= freeTries) return 0
  const wait = Math.min(waitMax, 2 ** Math.min(10, row.failures - freeTries))
  return Math.max(0, Math.ceil(wait - Number(row.since)))
}

export async function noteFailure(client: Queryable, key: Buffer): Promise<void> {
  await client.query(
    `INSERT INTO sign_in_failure AS known (account_hash, failures, last_at) VALUES ($1, 1, now())
     ON CONFLICT (account_hash) DO UPDATE SET last_at = now(), failures =
       CASE WHEN known.last_at > now() - interval '${forgetAfter}' THEN known.failures + 1 ELSE 1 END`,
    [key],
  )
}

export async function clearFailures(client: Queryable, key: Buffer): Promise<void> {
  await client.query('DELETE FROM sign_in_failure WHERE account_hash = $1', [key])
}

/** Forgets what no longer slows anyone. */
export async function eraseOldFailures(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM sign_in_failure WHERE last_at < now() - interval '${forgetAfter}'`)
}
