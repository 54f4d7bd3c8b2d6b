import type { HolderId } from '@truemark/core/ledger/holders'
import type { TicketStatus } from '@truemark/protocol/routes/support'
import type { Queryable } from '../platform/postgres/database.ts'

/** A message that a person has left, with whose it is. */
export interface TicketRow {
  readonly id: number
  readonly userId: number
  readonly phone: string
  readonly question: string
  readonly status: TicketStatus
  readonly lines: number
  readonly unread: boolean
  readonly answeredBy: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly account: string
  readonly email: string
  readonly lang: string
  readonly holders: readonly HolderId[]
}

interface StoredTicket {
  id: string
  user_id: string
  phone: string
  question: string
  status: TicketStatus
  lines: number
  unread: boolean
  answered_by_name: string | null
  created_at: Date
  updated_at: Date
  account: string | null
  email: string | null
  lang: string
  real_holder: number | null
  demo_holder: number | null
}

const select = `SELECT t.*, o.name AS answered_by_name, CASE WHEN u.verified = 'email' THEN u.email END AS email, u.lang, u.real_holder, u.demo_holder,
    CASE WHEN u.verified = 'phone' THEN u.phone ELSE u.email END AS account
  FROM ticket AS t JOIN app_user AS u ON u.id = t.user_id LEFT JOIN operator AS o ON o.id = t.answered_by`

function ticketOf(row: StoredTicket): TicketRow {
  return {
    id: Number(row.id),
    userId: Number(row.user_id),
    phone: row.phone,
    question: row.question,
    status: row.status,
    lines: row.lines,
    unread: row.unread,
    answeredBy: row.answered_by_name ?? '',
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    account: row.account ?? '',
    email: row.email ?? '',
    lang: row.lang,
    holders: [row.real_holder, row.demo_holder].filter((holder) => holder !== null),
  }
}

export async function findTicket(client: Queryable, id: number): Promise<TicketRow | null> {
  const { rows } = await client.query<StoredTicket>(`${select} WHERE t.id = $1`, [id])
  return rows[0] === undefined ? null : ticketOf(rows[0])
}

/** Keeps a ticket from others until the transaction ends. */
export async function holdTicket(client: Queryable, id: number): Promise<TicketRow | null> {
  const { rows } = await client.query<StoredTicket>(`${select} WHERE t.id = $1 FOR UPDATE OF t`, [id])
  return rows[0] === undefined ? null : ticketOf(rows[0])
}

/** A person's tickets, newest first, older than the one numbered `before`. */
export async function findTicketsOf(
  client: Queryable,
  userId: number,
  before: number | null,
  limit: number,
): Promise<TicketRow[]> {
  const { rows } = await client.query<StoredTicket>(
    `${select} WHERE t.user_id = $1 AND ($2::bigint IS NULL OR t.id < $2) ORDER BY t.id DESC LIMIT $3`,
    [userId, before, limit],
  )
  return rows.map(ticketOf)
}

/** Tickets of a status: open ones oldest first, the others newest first; behind the one numbered `from`. */
export async function findTickets(
  client: Queryable,
  status: TicketStatus,
  from: number | null,
  limit: number,
): Promise<TicketRow[]> {
  const [sign, order] = status === 'open' ? ['>', 'ASC'] : ['<', 'DESC']
  const { rows } = await client.query<StoredTicket>(
    `${select} WHERE t.status = $1 AND ($2::bigint IS NULL OR t.id ${sign} $2) ORDER BY t.id ${order} LIMIT $3`,
    [status, from, limit],
  )
  return rows.map(ticketOf)
}

export async function countOpen(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ticket WHERE status = 'open'`)
  return Number(rows[0]?.count ?? 0)
}

/** Adds a ticket unless its person has `max` that are not closed; null then. Called one at a time for a person. */
export async function insertTicket(
  client: Queryable,
  { userId, phone, question }: { userId: number; phone: string; question: string },
  max: number,
): Promise<number | null> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO ticket (user_id, phone, question) SELECT $1, $2, $3
     WHERE (SELECT count(*) FROM ticket WHERE user_id = $1 AND status <> 'closed') < $4 RETURNING id`,
    [userId, phone, question, max],
  )
  return rows[0] === undefined ? null : Number(rows[0].id)
}

export async function countUnclosed(client: Queryable, userId: number): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM ticket WHERE user_id = $1 AND status <> 'closed'`,
    [userId],
  )
  return Number(rows[0]?.count ?? 0)
}

export interface NewTicketLine {
  readonly author: 'user' | 'desk'
  readonly userId: number
  readonly operatorId: number | null
  readonly name: string
  readonly key: string | null
  readonly digest: Buffer
  readonly text: string
  readonly files: readonly number[]
  /** How the ticket stands after it. */
  readonly status: TicketStatus
}

/** Appends a line to a ticket that is held. */
export async function insertTicketLine(client: Queryable, ticketId: number, line: NewTicketLine): Promise<void> {
  const { author, userId, operatorId, name, key, digest, text, files, status } = line
  await client.query(
    `WITH next AS (UPDATE ticket SET lines = lines + 1, status = $9, updated_at = now(), unread = ($2 = 'desk'),
         answered_by = coalesce($4, answered_by)
       WHERE id = $1 RETURNING lines)
     INSERT INTO ticket_line (ticket_id, place, author, user_id, operator_id, name, key, digest, text, files)
     SELECT $1, lines, $2, $3, $4, $5, $6, $7, $8, $10 FROM next`,
    [ticketId, author, userId, operatorId, name, key, digest, text, status, files],
  )
}

/** The ticket under which a side has written with a key, and what it wrote. */
export async function findTicketByKey(
  client: Queryable,
  userId: number,
  author: 'user' | 'desk',
  key: string,
): Promise<{ readonly ticket: number; readonly digest: Buffer } | null> {
  const { rows } = await client.query<{ ticket_id: string; digest: Buffer }>(
    'SELECT ticket_id, digest FROM ticket_line WHERE user_id = $1 AND author = $2 AND key = $3',
    [userId, author, key],
  )
  return rows[0] === undefined ? null : { ticket: Number(rows[0].ticket_id), digest: rows[0].digest }
}

export interface TicketLineRow {
  readonly place: number
  readonly author: 'user' | 'desk'
  readonly name: string
  readonly text: string
  readonly files: readonly number[]
  readonly time: number
}

/** All lines of a ticket, oldest first; their number is bounded. */
export async function findTicketLines(client: Queryable, ticketId: number): Promise<TicketLineRow[]> {
  const { rows } = await client.query<{
    place: number
    author: 'user' | 'desk'
    name: string
    text: string
    files: string[]
    written_at: Date
  }>('SELECT place, author, name, text, files, written_at FROM ticket_line WHERE ticket_id = $1 ORDER BY place', [
    ticketId,
  ])
  return rows.map(({ place, author, name, text, files, written_at }) => {
    return { place, author, name, text, files: files.map(Number), time: written_at.getTime() }
  })
}

/** Whether a ticket shows a file. */
export async function ticketShows(client: Queryable, ticketId: number, fileId: number): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM ticket_line WHERE ticket_id = $1 AND $2 = ANY(files)', [
    ticketId,
    fileId,
  ])
  return rows.length > 0
}

/** Closes a ticket; false where it was closed. */
export async function closeTicket(client: Queryable, id: number): Promise<boolean> {
  const { rows } = await client.query(
    `UPDATE ticket SET status = 'closed', updated_at = now() WHERE id = $1 AND status <> 'closed' RETURNING id`,
    [id],
  )
  return rows.length > 0
}

export async function markTicketRead(client: Queryable, id: number): Promise<void> {
  await client.query('UPDATE ticket SET unread = false WHERE id = $1 AND unread', [id])
}
