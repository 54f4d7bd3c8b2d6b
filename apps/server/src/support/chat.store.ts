import type { HolderId } from '@truemark/core/ledger/holders'
import type { ChatEvent, ChatMessage } from '@truemark/protocol/chatMessage'
import type { Queryable } from '../platform/postgres/database.ts'

/** How far one side of a chat has got, and how many lines of the other it has not read. */
export interface Reach {
  readonly delivered: number
  readonly read: number
  readonly unread: number
}

/** A chat with the person it belongs to and the operator who has it. */
export interface ChatRow {
  readonly id: number
  readonly userId: number
  readonly open: boolean
  readonly operatorId: number | null
  /** The operator's own name, and the one that users see; empty where nobody has it. */
  readonly operatorName: string
  readonly operatorShown: string
  readonly lastSeq: number
  readonly firstSeq: number
  readonly user: Reach
  readonly desk: Reach
  readonly waitingSince: number | null
  readonly unanswered: number
  readonly lastText: string
  readonly updatedAt: number
  readonly transcriptAt: number | null
  readonly account: string
  readonly email: string
  readonly lang: string
  /** The holders whose sockets hear of the chat. */
  readonly holders: readonly HolderId[]
}

interface StoredChat {
  id: string
  user_id: string
  open: boolean
  operator_id: string | null
  operator_name: string | null
  operator_shown: string | null
  last_seq: number
  first_seq: number
  user_delivered: number
  user_read: number
  user_unread: number
  desk_delivered: number
  desk_read: number
  desk_unread: number
  waiting_since: Date | null
  unanswered: number
  last_text: string
  updated_at: Date
  transcript_at: Date | null
  account: string | null
  email: string | null
  lang: string
  real_holder: number | null
  demo_holder: number | null
}

const select = `SELECT c.*, o.name AS operator_name, s.shown AS operator_shown, CASE WHEN u.verified = 'email' THEN u.email END AS email, u.lang, u.real_holder, u.demo_holder,
    CASE WHEN u.verified = 'phone' THEN u.phone ELSE u.email END AS account
  FROM chat AS c JOIN app_user AS u ON u.id = c.user_id
  LEFT JOIN operator AS o ON o.id = c.operator_id LEFT JOIN support_operator AS s ON s.operator_id = c.operator_id`

function chatOf(row: StoredChat): ChatRow {
  const { operator_id, waiting_since, transcript_at, real_holder, demo_holder } = row
  return {
    id: Number(row.id),
    userId: Number(row.user_id),
    open: row.open,
    operatorId: operator_id === null ? null : Number(operator_id),
    operatorName: row.operator_name ?? '',
    operatorShown: row.operator_shown ?? '',
    lastSeq: row.last_seq,
    firstSeq: row.first_seq,
    user: { delivered: row.user_delivered, read: row.user_read, unread: row.user_unread },
    desk: { delivered: row.desk_delivered, read: row.desk_read, unread: row.desk_unread },
    waitingSince: waiting_since?.getTime() ?? null,
    unanswered: row.unanswered,
    lastText: row.last_text,
    updatedAt: row.updated_at.getTime(),
    transcriptAt: transcript_at?.getTime() ?? null,
    account: row.account ?? '',
    email: row.email ?? '',
    lang: row.lang,
    holders: [real_holder, demo_holder].filter((holder) => holder !== null),
  }
}

async function oneChat(client: Queryable, where: string, value: number): Promise<ChatRow | null> {
  const { rows } = await client.query<StoredChat>(`${select} WHERE ${where}`, [value])
  return rows[0] === undefined ? null : chatOf(rows[0])
}

export const findChat = (client: Queryable, id: number): Promise<ChatRow | null> => oneChat(client, 'c.id = $1', id)

export const findChatOf = (client: Queryable, userId: number): Promise<ChatRow | null> =>
  oneChat(client, 'c.user_id = $1', userId)

/** Keeps a chat from others until the transaction ends. */
export const holdChat = (client: Queryable, id: number): Promise<ChatRow | null> =>
  oneChat(client, 'c.id = $1 FOR UPDATE OF c', id)

/** The same by whose it is; made where there is none yet. */
export async function holdChatOf(client: Queryable, userId: number): Promise<ChatRow> {
  await client.query('INSERT INTO chat (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING', [userId])
  const chat = await oneChat(client, 'c.user_id = $1 FOR UPDATE OF c', userId)
  if (chat === null) throw new Error('a chat without its person')
  return chat
}

/** A line of a chat as it is kept. */
export interface LineRow {
  readonly seq: number
  readonly author: ChatMessage['author']
  readonly event: ChatEvent
  readonly key: string
  readonly digest: Buffer | null
  readonly name: string
  readonly text: string
  readonly fileId: number | null
  readonly time: number
}

interface StoredLine {
  seq: number
  author: ChatMessage['author']
  event: ChatEvent
  key: string | null
  digest: Buffer | null
  name: string
  text: string
  file_id: string | null
  sent_at: Date
}

const lineColumns = 'seq, author, event, key, digest, name, text, file_id, sent_at'

function lineOf({ seq, author, event, key, digest, name, text, file_id, sent_at }: StoredLine): LineRow {
  const fileId = file_id === null ? null : Number(file_id)
  return { seq, author, event, key: key ?? '', digest, name, text, fileId, time: sent_at.getTime() }
}

export interface NewLine {
  readonly author: ChatMessage['author']
  readonly event: ChatEvent
  readonly operatorId: number | null
  readonly name: string
  readonly key: string | null
  readonly digest: Buffer | null
  readonly text: string
  readonly fileId: number | null
}

const lastTextLength = 120

/** Appends a line to a chat that is held, and counts it. */
export async function insertLine(client: Queryable, chatId: number, line: NewLine): Promise<LineRow> {
  const { author, event, operatorId, name, key, digest, text, fileId } = line
  const { rows } = await client.query<StoredLine>(
    `WITH next AS (UPDATE chat SET last_seq = last_seq + 1, updated_at = now(),
         last_text = CASE WHEN $2 = 'system' THEN last_text ELSE $9 END,
         user_unread = user_unread + ($2 = 'desk')::int, desk_unread = desk_unread + ($2 = 'user')::int,
         unanswered = CASE $2 WHEN 'user' THEN unanswered + 1 WHEN 'desk' THEN 0 ELSE unanswered END,
         waiting_since = CASE $2 WHEN 'user' THEN coalesce(waiting_since, now()) WHEN 'desk' THEN NULL ELSE waiting_since END
       WHERE id = $1 RETURNING last_seq)
     INSERT INTO chat_message (chat_id, seq, author, event, operator_id, name, key, digest, text, file_id)
     SELECT $1, last_seq, $2, $3, $4, $5, $6, $7, $8, $10 FROM next RETURNING ${lineColumns}`,
    [chatId, author, event, operatorId, name, key, digest, text, text.slice(0, lastTextLength), fileId],
  )
  if (rows[0] === undefined) throw new Error('a line without its chat')
  return lineOf(rows[0])
}

/** The line that a side has sent under a key. */
export async function findByKey(
  client: Queryable,
  chatId: number,
  author: 'user' | 'desk',
  key: string,
): Promise<LineRow | null> {
  const { rows } = await client.query<StoredLine>(
    `SELECT ${lineColumns} FROM chat_message WHERE chat_id = $1 AND author = $2 AND key = $3`,
    [chatId, author, key],
  )
  return rows[0] === undefined ? null : lineOf(rows[0])
}

/** How many lines a person has sent within the last seconds. */
export async function countRecent(client: Queryable, chatId: number, seconds: number): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM (SELECT author, sent_at FROM chat_message WHERE chat_id = $1 ORDER BY seq DESC LIMIT 50) AS m
     WHERE m.author = 'user' AND m.sent_at > now() - make_interval(secs => $2)`,
    [chatId, seconds],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Up to `limit` lines behind the one numbered `after`, oldest first. */
export async function linesAfter(client: Queryable, chatId: number, after: number, limit: number): Promise<LineRow[]> {
  const { rows } = await client.query<StoredLine>(
    `SELECT ${lineColumns} FROM chat_message WHERE chat_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
    [chatId, after, limit],
  )
  return rows.map(lineOf)
}

const seqMax = 2_147_483_647

/** The last `limit` lines before the one numbered `before` (or of all), oldest first. */
export async function linesBefore(
  client: Queryable,
  chatId: number,
  before: number | null,
  limit: number,
): Promise<LineRow[]> {
  const { rows } = await client.query<StoredLine>(
    `SELECT ${lineColumns} FROM chat_message WHERE chat_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3`,
    [chatId, before ?? seqMax, limit],
  )
  return rows.map(lineOf).toReversed()
}

/** Whether a chat shows a file. */
export async function showsFile(client: Queryable, chatId: number, fileId: number): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM chat_message WHERE chat_id = $1 AND file_id = $2', [
    chatId,
    fileId,
  ])
  return rows.length > 0
}

/** Opens a conversation with its next line. */
export async function openChat(client: Queryable, chatId: number): Promise<void> {
  await client.query(
    `UPDATE chat SET open = true, operator_id = NULL, first_seq = last_seq + 1, unanswered = 0, waiting_since = NULL
     WHERE id = $1`,
    [chatId],
  )
}

export async function closeChat(client: Queryable, chatId: number): Promise<void> {
  await client.query(
    'UPDATE chat SET open = false, operator_id = NULL, unanswered = 0, waiting_since = NULL WHERE id = $1',
    [chatId],
  )
}

/** Gives a chat to an operator, or back to the queue. */
export async function assignChat(client: Queryable, chatId: number, operatorId: number | null): Promise<void> {
  await client.query(
    `UPDATE chat SET operator_id = $2,
       waiting_since = CASE WHEN $2::bigint IS NULL THEN coalesce(waiting_since, now()) ELSE waiting_since END
     WHERE id = $1`,
    [chatId, operatorId],
  )
}

/** Moves up how far a side has got; a line that is not there yet is not seen, and nothing goes back. */
export async function moveReach(
  client: Queryable,
  chatId: number,
  side: 'user' | 'desk',
  { delivered, read }: { delivered: number; read: number },
): Promise<void> {
  const other = side === 'user' ? 'desk' : 'user'
  await client.query(
    `UPDATE chat SET ${side}_read = greatest(${side}_read, least($3::int, last_seq)),
       ${side}_delivered = greatest(${side}_delivered, ${side}_read, least(greatest($2::int, $3::int), last_seq)),
       ${side}_unread = (SELECT count(*) FROM chat_message AS m
         WHERE m.chat_id = chat.id AND m.author = '${other}' AND m.seq > greatest(${side}_read, least($3::int, last_seq)))
     WHERE id = $1`,
    [chatId, Math.min(delivered, seqMax), Math.min(read, seqMax)],
  )
}

export async function noteTranscript(client: Queryable, chatId: number): Promise<void> {
  await client.query('UPDATE chat SET transcript_at = now() WHERE id = $1', [chatId])
}

/** Open conversations silent for the given hours in which nobody waits. */
export async function findIdle(client: Queryable, hours: number, limit: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM chat WHERE open AND waiting_since IS NULL AND updated_at < now() - make_interval(hours => $1)
     ORDER BY id LIMIT $2`,
    [hours, limit],
  )
  return rows.map(({ id }) => Number(id))
}

const queues = {
  waiting: 'c.open AND c.operator_id IS NULL AND $1::bigint IS NOT NULL',
  mine: 'c.open AND c.operator_id = $1',
  open: 'c.open AND $1::bigint IS NOT NULL',
  ended: 'NOT c.open AND $1::bigint IS NOT NULL',
} as const

/** A page of a queue behind the chat numbered `from`: what ended by number, newest first; what is open, longest wait first. */
export async function findChats(
  client: Queryable,
  queue: keyof typeof queues,
  { operator, from, limit }: { operator: number; from: ChatRow | null; limit: number },
): Promise<ChatRow[]> {
  const rank = `coalesce(c.waiting_since, 'infinity')`
  const where =
    queue === 'ended'
      ? `($2::bigint IS NULL OR (c.updated_at, c.id) < ($3::timestamptz, $2))`
      : `($2::bigint IS NULL OR (${rank}, c.id) > (coalesce($3::timestamptz, 'infinity'), $2))`
  const order = queue === 'ended' ? 'c.updated_at DESC, c.id DESC' : `${rank}, c.id`
  const at = from === null ? null : queue === 'ended' ? from.updatedAt : from.waitingSince
  const { rows } = await client.query<StoredChat>(
    `${select} WHERE ${queues[queue]} AND ${where} ORDER BY ${order} LIMIT $4`,
    [operator, from?.id ?? null, at === null ? null : new Date(at), limit],
  )
  return rows.map(chatOf)
}

/** How many chats nobody has taken. */
export async function countWaiting(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM chat WHERE open AND operator_id IS NULL')
  return Number(rows[0]?.count ?? 0)
}
