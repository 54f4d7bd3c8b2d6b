import type { LocaleId } from '@truemark/protocol/locale'
import type { Queryable } from '../postgres/database.ts'
import type { SealingKeys } from '../keys/sealingKeys.ts'
import type { MailParams, MailTemplate } from './render.ts'
import { integerOf } from '../postgres/integerOf.ts'
import { sealParams } from './secrets.ts'

export type Channel = 'email' | 'sms'

/** A message as it stands in the outbox. */
export interface OutboxRow {
  readonly id: string
  readonly channel: Channel
  readonly recipient: string
  readonly template: string
  readonly locale: string
  /** Without its secrets. */
  readonly params: MailParams
  /** Sealed for the message; null where it has none. */
  readonly secrets: Buffer | null
  readonly state: 'waiting' | 'sent' | 'failed' | 'outbox'
  readonly attempts: number
  readonly fault: string | null
  readonly created_at: Date
}

export interface NewMessage {
  readonly channel: Channel
  readonly to: string
  readonly template: MailTemplate
  readonly locale: LocaleId
  readonly params: MailParams
  readonly state: 'waiting' | 'outbox'
}

const columns = 'id, channel, recipient, template, locale, params, secrets, state, attempts, fault, created_at'
const attemptsMax = 8
const retentionDays = 7

/** Puts a message into the outbox, in the caller's transaction where it is given one. */
export async function insertMessage(client: Queryable, sealing: SealingKeys, message: NewMessage): Promise<void> {
  const { channel, to, template, locale, state } = message
  const { rows } = await client.query<{ id: string }>(`SELECT nextval(pg_get_serial_sequence('outbox', 'id')) AS id`)
  const id = rows[0]?.id ?? ''
  const { params, secrets } = sealParams(sealing, id, message.params)
  await client.query(
    `INSERT INTO outbox (id, channel, recipient, template, locale, params, secrets, state)
     OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, channel, to, template, locale, JSON.stringify(params), secrets, state],
  )
}

/** Leaves to the operator what waits for a provider that is no longer set. */
export async function keepUncarried(client: Queryable, channels: readonly Channel[]): Promise<void> {
  await client.query(`UPDATE outbox SET state = 'outbox' WHERE state = 'waiting' AND channel = ANY($1)`, [channels])
}

/** Takes up to `limit` messages of some channels that are due; each is due again a while later unless it is marked. */
export async function takeDue(client: Queryable, limit: number, channels: readonly Channel[]): Promise<OutboxRow[]> {
  const { rows } = await client.query<OutboxRow>(
    `UPDATE outbox SET attempts = attempts + 1, due_at = now() + interval '20 seconds' * (2 ^ LEAST(attempts, 8))
     WHERE id IN (SELECT id FROM outbox WHERE state = 'waiting' AND channel = ANY($2) AND due_at <= now()
                  ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING ${columns}`,
    [limit, channels],
  )
  return rows
}

/** A message that was sent keeps no code: what it held is erased. */
export async function markSent(client: Queryable, id: string): Promise<void> {
  await client.query(
    "UPDATE outbox SET state = 'sent', sent_at = now(), fault = NULL, params = '{}', secrets = NULL WHERE id = $1",
    [id],
  )
}

/** Notes why a message could not be sent; after 8 attempts it is given up. */
export async function markFault(client: Queryable, id: string, fault: string): Promise<void> {
  await client.query(
    `UPDATE outbox SET fault = $2, state = CASE WHEN attempts >= ${attemptsMax} THEN 'failed' ELSE state END WHERE id = $1`,
    [id, fault.slice(0, 300)],
  )
}

/** The newest messages, before the one of id `before` where it is given. */
export async function listMessages(client: Queryable, limit: number, before: string | null): Promise<OutboxRow[]> {
  const { rows } = await client.query<OutboxRow>(
    `SELECT ${columns} FROM outbox WHERE $2::bigint IS NULL OR id < $2 ORDER BY id DESC LIMIT $1`,
    [limit, before],
  )
  return rows
}

/** What of a channel's messages has not gone. */
export interface UnsentCount {
  readonly channel: Channel
  /** Still to be tried. */
  readonly waiting: number
  /** Since when the oldest of those waits, in seconds; 0 where none does. */
  readonly oldestSeconds: number
  /** Given up within the week that messages are kept. */
  readonly failed: number
}

/** Counts what waits to be sent and what could not be; a channel that nothing went by is missing. */
export async function countUnsent(client: Queryable): Promise<UnsentCount[]> {
  const { rows } = await client.query<{ channel: Channel; waiting: string; oldest: string; failed: string }>(
    `SELECT channel, count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'failed') AS failed,
       trunc(extract(epoch FROM coalesce(now() - min(created_at) FILTER (WHERE state = 'waiting'), '0'))) AS oldest
     FROM outbox GROUP BY channel ORDER BY channel`,
  )
  return rows.map(({ channel, waiting, oldest, failed }) => ({
    channel,
    waiting: integerOf(waiting),
    oldestSeconds: integerOf(oldest),
    failed: integerOf(failed),
  }))
}

/** Erases messages after a week: they hold addresses and codes. */
export async function eraseOld(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM outbox WHERE created_at < now() - interval '${retentionDays} days'`)
}
