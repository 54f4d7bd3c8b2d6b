import { timingSafeEqual } from 'node:crypto'
import { client as constants } from '@truemark/protocol/client'
import type { CodePurpose } from '@truemark/protocol/routes/identity'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { noteWrong, wrongOf } from './codeTraffic.store.ts'

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

/** The wrong tries a code takes in all, from whichever networks … */
const triesMax = 5
/** … of which strangers to the code have this share; the rest is for whoever asked for it. */
const othersTriesMax = 3
/**
 * After this many wrong tries within a day strangers have one more, from the network that asked for the code: a
 * guesser comes to nothing, and the owner still has a way in.
 */
const wrongDayMax = 20

/** How long to wait before another code for the same purpose and address may be asked for … */
export const againSeconds = 60
/** … which doubles with each further code of the day beyond this number: guessing must not pay. */
const quickCodes = 5
const doublingsMax = 6
/** Strangers may ask as often as a code ends, so that there is always one to use; the owner's network at most each hour. */
const strangersPauseMax = constants.codeMinutes * 60
const knownPauseMax = 3_600

// the pause after the code that a row holds
function pauseOf(row: string, known: boolean): string {
  const [count, max] = known ? ['known_count', knownPauseMax] : ['sent_count', strangersPauseMax]
  return `least(${max}, ${againSeconds} * 2 ^ least(${doublingsMax}, greatest(0, ${row}.${count} - ${quickCodes})))`
}

/** Whether a code was kept, and in how many seconds the next may be asked for. */
export interface Kept {
  readonly kept: boolean
  readonly againSeconds: number
}

/** Keeps a new code in place of the old one, unless that was sent a moment ago. */
export async function keepCode(client: Queryable, key: CodeKey, codeHash: Buffer): Promise<Kept> {
  const { purpose, address, network, known } = key
  const today = `kept.sent_at > now() - interval '1 day'`
  const { rows } = await client.query<{ again: number }>(
    `INSERT INTO verification_code AS kept
       (purpose, address, code_hash, asked_by, tries_left, others_left, known_left, sent_count, known_count, expires_at)
     VALUES ($1, $2, $3, $4, ${triesMax}, ${othersTriesMax}, ${triesMax}, $5, $6, now() + make_interval(mins => $7))
     ON CONFLICT (purpose, address) DO UPDATE SET code_hash = EXCLUDED.code_hash, asked_by = EXCLUDED.asked_by,
       tries_left = EXCLUDED.tries_left, others_left = EXCLUDED.others_left, known_left = EXCLUDED.known_left,
       sent_at = now(), expires_at = EXCLUDED.expires_at,
       sent_count = EXCLUDED.sent_count + CASE WHEN ${today} THEN kept.sent_count ELSE 0 END,
       known_count = EXCLUDED.known_count + CASE WHEN ${today} THEN kept.known_count ELSE 0 END
     WHERE kept.sent_at <= now() - make_interval(secs => ${pauseOf('kept', known)})
     RETURNING ${pauseOf('kept', known)} AS again`,
    [purpose, address, codeHash, network, known ? 0 : 1, known ? 1 : 0, constants.codeMinutes],
  )
  if (rows[0] !== undefined) return { kept: true, againSeconds: Number(rows[0].again) }
  const waiting = await client.query<{ seconds: string }>(
    `SELECT ceil(extract(epoch FROM sent_at + make_interval(secs => ${pauseOf('code', known)}) - now())) AS seconds
     FROM verification_code AS code WHERE purpose = $1 AND address = $2`,
    [purpose, address],
  )
  return { kept: false, againSeconds: Math.max(1, Number(waiting.rows[0]?.seconds ?? 1)) }
}

interface CodeRow {
  code_hash: Buffer
  asked_by: Buffer
  tries_left: number
  others_left: number
  known_left: number
}

/** A code that was used up, as it stood: what is left of its time and its tries is the code's, whatever it was brought for. */
export interface UsedCode {
  readonly codeHash: Buffer
  readonly askedBy: Buffer
  readonly triesLeft: number
  readonly othersLeft: number
  readonly knownLeft: number
  readonly sentCount: number
  readonly knownCount: number
  /** To the microsecond, as the database writes them. */
  readonly sentAt: string
  readonly expiresAt: string
}

/**
 * The live code of its purpose and address, used up; null where what was brought is another. A wrong one costs it a try,
 * whichever network brings it.
 */
export async function useCode(database: Database, key: CodeKey, codeHash: Buffer): Promise<UsedCode | null> {
  const { purpose, address } = key
  return database.transaction(async (client) => {
    const { rows } = await client.query<CodeRow>(
      `SELECT code_hash, asked_by, tries_left, others_left, known_left FROM verification_code
       WHERE purpose = $1 AND address = $2 AND expires_at > now() FOR UPDATE`,
      [purpose, address],
    )
    const [row] = rows
    if (row === undefined || !(await mayTry(client, key, row))) return null
    if (timingSafeEqual(row.code_hash, codeHash)) return takeCode(client, key, row)
    await takeTry(client, key, row)
    return null
  })
}

async function takeCode(client: Queryable, { purpose, address }: CodeKey, row: CodeRow): Promise<UsedCode> {
  const { rows } = await client.query<{ sent_count: number; known_count: number; sent: string; expires: string }>(
    `DELETE FROM verification_code WHERE purpose = $1 AND address = $2
     RETURNING sent_count, known_count, sent_at::text AS sent, expires_at::text AS expires`,
    [purpose, address],
  )
  const [gone] = rows
  if (gone === undefined) throw new Error('a code that was held is gone')
  return {
    codeHash: row.code_hash,
    askedBy: row.asked_by,
    triesLeft: row.tries_left,
    othersLeft: row.others_left,
    knownLeft: row.known_left,
    sentCount: gone.sent_count,
    knownCount: gone.known_count,
    sentAt: gone.sent,
    expiresAt: gone.expires,
  }
}

async function mayTry(client: Queryable, key: CodeKey, row: CodeRow): Promise<boolean> {
  if (key.known) return row.known_left > 0
  const isAsker = row.asked_by.equals(key.network)
  if (row.tries_left <= 0 || (!isAsker && row.others_left <= 0)) return false
  if ((await wrongOf(client, key)) < wrongDayMax) return true
  return isAsker && row.tries_left === triesMax
}

async function takeTry(client: Queryable, key: CodeKey, row: CodeRow): Promise<void> {
  const { purpose, address, network, known } = key
  const others = row.asked_by.equals(network) ? '' : ', others_left = others_left - 1'
  await client.query(
    `UPDATE verification_code SET ${known ? 'known_left = known_left - 1' : `tries_left = tries_left - 1${others}`}
     WHERE purpose = $1 AND address = $2`,
    [purpose, address],
  )
  if (!known) await noteWrong(client, key)
}

/**
 * Makes a used code good again where what it was asked for was refused: as it was, with what is left of its time and its tries.
 * A newer code that was sent meanwhile stands.
 */
export async function returnCode(
  client: Queryable,
  { purpose, address }: Pick<CodeKey, 'purpose' | 'address'>,
  used: UsedCode,
): Promise<void> {
  const { codeHash, askedBy, triesLeft, othersLeft, knownLeft, sentCount, knownCount, sentAt, expiresAt } = used
  await client.query(
    `INSERT INTO verification_code (purpose, address, code_hash, asked_by, tries_left, others_left, known_left, sent_count,
       known_count, sent_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $11::timestamptz)
     ON CONFLICT (purpose, address) DO NOTHING`,
    [purpose, address, codeHash, askedBy, triesLeft, othersLeft, knownLeft, sentCount, knownCount, sentAt, expiresAt],
  )
}

/** Forgets codes that have been useless for a day. */
export async function eraseOldCodes(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM verification_code WHERE expires_at < now() - interval '1 day'`)
}
