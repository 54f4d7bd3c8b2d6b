import { timingSafeEqual } from 'node:crypto'
import { client as constants } from '@truemark/protocol/client'
import type { CodePurpose } from '@truemark/protocol/routes/identity'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { noteTraffic, trafficOf } from './codeTraffic.store.ts'

/** Whose code: what it is for, whose address it goes to, and which network asks (a keyed hash). */
export interface CodeKey {
  readonly purpose: CodePurpose
  readonly address: string
  readonly network: Buffer
  /** Whether the address's owner was here before: then what strangers do elsewhere does not count. */
  readonly known: boolean
}

/** The network of codes that only the signed-in can ask for, from wherever they do. */
export const anyNetwork = Buffer.alloc(0)

const triesMax = 5
/** From strangers' networks together, within a day: codes that are sent, and wrong ones that are judged. */
const sentDayMax = 50
const wrongDayMax = 50
/** Of codes that other networks asked for, so many of the newest are good too: a phone changes its network. */
const othersMax = 2

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

/** Keeps a new code in place of the network's old one, unless that was sent a moment ago or too many went there today. */
export async function keepCode(client: Queryable, key: CodeKey, codeHash: Buffer): Promise<Kept> {
  const { purpose, address, network, known } = key
  const traffic = await trafficOf(client, key)
  if (!known && traffic.sent >= sentDayMax) return { kept: false, againSeconds: traffic.secondsLeft }
  const { rows } = await client.query<{ again: number }>(
    `INSERT INTO verification_code AS kept (purpose, address, network, code_hash, tries_left, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))
     ON CONFLICT (purpose, address, network) DO UPDATE SET code_hash = EXCLUDED.code_hash,
       tries_left = EXCLUDED.tries_left, sent_at = now(), expires_at = EXCLUDED.expires_at,
       sent_count = CASE WHEN kept.sent_at > now() - interval '1 day' THEN kept.sent_count + 1 ELSE 1 END
     WHERE kept.sent_at <= now() - make_interval(secs => ${pauseOf('kept')})
     RETURNING ${pauseOf('kept')} AS again`,
    [purpose, address, network, codeHash, triesMax, constants.codeMinutes],
  )
  if (rows[0] !== undefined) {
    if (!known) await noteTraffic(client, key, { sent: 1, wrong: 0 })
    return { kept: true, againSeconds: Number(rows[0].again) }
  }
  const waiting = await client.query<{ seconds: string }>(
    `SELECT ceil(extract(epoch FROM sent_at + make_interval(secs => ${pauseOf('code')}) - now())) AS seconds
     FROM verification_code AS code WHERE purpose = $1 AND address = $2 AND network = $3`,
    [purpose, address, network],
  )
  return { kept: false, againSeconds: Math.max(1, Number(waiting.rows[0]?.seconds ?? 1)) }
}

interface CodeRow {
  network: Buffer
  code_hash: Buffer | null
  tries_left: number
}

/**
 * Whether the code is right. A right one is used up, with all others of its purpose and address; a wrong one costs the
 * network that brings it one of five tries.
 */
export async function useCode(database: Database, key: CodeKey, codeHash: Buffer): Promise<boolean> {
  const { purpose, address, network, known } = key
  return database.transaction(async (client) => {
    const { rows } = await client.query<CodeRow>(
      `SELECT network, code_hash, tries_left FROM verification_code
       WHERE purpose = $1 AND address = $2 AND expires_at > now() ORDER BY sent_at DESC, network FOR UPDATE`,
      [purpose, address],
    )
    const own = rows.find((row) => row.network.equals(network))
    if (own !== undefined && own.tries_left <= 0) return false
    if (!known && (await trafficOf(client, key)).wrong >= wrongDayMax) return false
    const others = rows.filter((row) => row !== own && row.code_hash !== null && row.tries_left > 0)
    const good = [...(own === undefined ? [] : [own]), ...others.slice(0, othersMax)]
    if (good.some((row) => row.code_hash !== null && timingSafeEqual(row.code_hash, codeHash))) {
      await client.query('DELETE FROM verification_code WHERE purpose = $1 AND address = $2', [purpose, address])
      return true
    }
    await noteWrong(client, key)
    return false
  })
}

async function noteWrong(client: Queryable, key: CodeKey): Promise<void> {
  const { purpose, address, network, known } = key
  await client.query(
    `INSERT INTO verification_code AS kept (purpose, address, network, code_hash, tries_left, sent_at, sent_count, expires_at)
     VALUES ($1, $2, $3, NULL, $4 - 1, '-infinity', 0, now() + make_interval(mins => $5))
     ON CONFLICT (purpose, address, network) DO UPDATE SET
       tries_left = CASE WHEN kept.expires_at > now() THEN kept.tries_left - 1 ELSE EXCLUDED.tries_left END,
       code_hash = CASE WHEN kept.expires_at > now() THEN kept.code_hash END,
       expires_at = CASE WHEN kept.expires_at > now() THEN kept.expires_at ELSE EXCLUDED.expires_at END`,
    [purpose, address, network, triesMax, constants.codeMinutes],
  )
  if (!known) await noteTraffic(client, key, { sent: 0, wrong: 1 })
}

/**
 * Makes a used code good again, once, where what it was asked for was refused; a newer code that was sent meanwhile
 * stands.
 */
export async function returnCode(client: Queryable, key: CodeKey, codeHash: Buffer): Promise<void> {
  const { purpose, address, network } = key
  await client.query(
    `INSERT INTO verification_code (purpose, address, network, code_hash, tries_left, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + interval '5 minutes') ON CONFLICT (purpose, address, network) DO NOTHING`,
    [purpose, address, network, codeHash, triesMax],
  )
}

/** Forgets codes that have been useless for a day. */
export async function eraseOldCodes(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM verification_code WHERE expires_at < now() - interval '1 day'`)
}
