import type { Queryable } from '../platform/postgres/database.ts'

const freeTries = 5
const waitMax = 60
const forgetAfter = '1 hour'

/**
 * How many seconds the next try has to wait: none after five failures (or as many as `free` says), then 2, 4, 8 … up
 * to 60 after the last one.
 */
export async function waitSeconds(client: Queryable, key: Buffer, free: number = freeTries): Promise<number> {
  const { rows } = await client.query<{ failures: number; since: string }>(
    `SELECT failures, extract(epoch FROM now() - last_at) AS since FROM sign_in_failure
     WHERE account_hash = $1 AND last_at > now() - interval '${forgetAfter}'`,
    [key],
  )
  const [row] = rows
  if (row === undefined || row.failures <= free) return 0
  const wait = Math.min(waitMax, 2 ** Math.min(10, row.failures - free))
  return Math.max(0, Math.ceil(wait - Number(row.since)))
}

/**
 * Takes a try, which counts as a failure until `clearFailures` says otherwise: 0 where it may be made, else the seconds
 * to wait. It is counted before it is judged, so that of many at once no more are judged than one after the other.
 */
export async function takeTry(client: Queryable, key: Buffer): Promise<number> {
  const { rows } = await client.query(
    `INSERT INTO sign_in_failure AS known (account_hash, failures, last_at) VALUES ($1, 1, now())
     ON CONFLICT (account_hash) DO UPDATE SET last_at = now(), failures =
       CASE WHEN known.last_at > now() - interval '${forgetAfter}' THEN known.failures + 1 ELSE 1 END
     WHERE known.failures <= ${freeTries} OR known.last_at <= now() - interval '${forgetAfter}'
       OR known.last_at <= now() - make_interval(secs => least(${waitMax}, 2 ^ least(10, known.failures - ${freeTries})))
     RETURNING failures`,
    [key],
  )
  return rows.length > 0 ? 0 : Math.max(1, await waitSeconds(client, key))
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

const networkDays = 180

/** Notes that a person has signed in from a network. */
export async function noteNetwork(client: Queryable, userId: number, network: Buffer): Promise<void> {
  await client.query(
    `INSERT INTO known_network (user_id, network) VALUES ($1, $2)
     ON CONFLICT (user_id, network) DO UPDATE SET seen_at = now()`,
    [userId, network],
  )
}

export async function isKnownNetwork(client: Queryable, userId: number, network: Buffer): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM known_network WHERE user_id = $1 AND network = $2', [
    userId,
    network,
  ])
  return rows.length > 0
}

/** Forgets what no longer slows anyone, and networks that nobody has come back from. */
export async function eraseOldFailures(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM sign_in_failure WHERE last_at < now() - interval '${forgetAfter}'`)
  await client.query(`DELETE FROM known_network WHERE seen_at < now() - make_interval(days => $1)`, [networkDays])
}
