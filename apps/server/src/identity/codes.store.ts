import { timingSafeEqual } from 'node:crypto'
import { client as constants } from '@truemark/protocol/client'
import type { CodePurpose } from '@truemark/protocol/routes/identity'
import type { Database, Queryable } from '../platform/postgres/database.ts'

const triesMax = 5

/** How long to wait before another code for the same purpose and address may be asked for … */
export const againSeconds = 60
/** … which doubles with each code of a day after so many, up to an hour: guessing must not pay. */
const quickCodes = 5
const againSecondsMax = 3_600
const doublingsMax = 6

// the pause after the code that a row holds
const pauseOf = (row: string): string =>
  `least(${againSecondsMax}, ${againSeconds} * 2 ^ least(${doublingsMax}, greatest(0, ${row}.sent_count - ${quickCodes})))`

/** Whether a code was kept, and in how many seconds the next may be asked for. */
export interface Kept {
  readonly kept: boolean
  readonly againSeconds: number
}

/** Keeps a new code in place of the old, unless the last was sent a moment ago. */
export async function keepCode(
  client: Queryable,
  purpose: CodePurpose,
  address: string,
  codeHash: Buffer,
): Promise<Kept> {
  const { rows } = await client.query<{ again: number }>(
    `INSERT INTO verification_code AS kept (purpose, address, code_hash, tries_left, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5))
     ON CONFLICT (purpose, address) DO UPDATE SET code_hash = EXCLUDED.code_hash, tries_left = EXCLUDED.tries_left,
       sent_at = now(), expires_at = EXCLUDED.expires_at,
       sent_count = CASE WHEN kept.sent_at > now() - interval '1 day' THEN kept.sent_count + 1 ELSE 1 END
     WHERE kept.sent_at <= now() - make_interval(secs => ${pauseOf('kept')})
     RETURNING ${pauseOf('kept')} AS again`,
    [purpose, address, codeHash, triesMax, constants.codeMinutes],
  )
  if (rows[0] !== undefined) return { kept: true, againSeconds: Number(rows[0].again) }
  const waiting = await client.query<{ seconds: string }>(
    `SELECT ceil(extract(epoch FROM sent_at + make_interval(secs => ${pauseOf('code')}) - now())) AS seconds
     FROM verification_code AS code WHERE purpose = $1 AND address = $2`,
    [purpose, address],
  )
  return { kept: false, againSeconds: Math.max(1, Number(waiting.rows[0]?.seconds ?? 1)) }
}

/** Whether the code is right. A right one is used up; a wrong one costs one of five tries. */
export async function useCode(
  database: Database,
  purpose: CodePurpose,
  address: string,
  codeHash: Buffer,
): Promise<boolean> {
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ code_hash: Buffer; live: boolean }>(
      `SELECT code_hash, tries_left > 0 AND expires_at > now() AS live
       FROM verification_code WHERE purpose = $1 AND address = $2 FOR UPDATE`,
      [purpose, address],
    )
    const [kept] = rows
    if (kept === undefined || !kept.live) return false
    if (timingSafeEqual(kept.code_hash, codeHash)) {
      await client.query('DELETE FROM verification_code WHERE purpose = $1 AND address = $2', [purpose, address])
      return true
    }
    await client.query('UPDATE verification_code SET tries_left = tries_left - 1 WHERE purpose = $1 AND address = $2', [
      purpose,
      address,
    ])
    return false
  })
}

/**
 * Makes a used code good again, once, where what it was asked for was refused; a newer code that was sent meanwhile
 * stands.
 */
export async function returnCode(
  client: Queryable,
  purpose: CodePurpose,
  address: string,
  codeHash: Buffer,
): Promise<void> {
  await client.query(
    `INSERT INTO verification_code (purpose, address, code_hash, tries_left, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '5 minutes') ON CONFLICT (purpose, address) DO NOTHING`,
    [purpose, address, codeHash, triesMax],
  )
}

/** Forgets codes that have been useless for a day. */
export async function eraseOldCodes(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM verification_code WHERE expires_at < now() - interval '1 day'`)
}
