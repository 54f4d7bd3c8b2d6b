import type { Queryable } from '../postgres/database.ts'

/** What a file is for, and so how long it is kept. */
export const filePurposes = ['voucher', 'identity', 'avatar', 'ticket', 'chat', 'content'] as const
export type FilePurpose = (typeof filePurposes)[number]

export interface FileRow {
  readonly id: number
  readonly name: string
  readonly owner: number
  readonly purpose: FilePurpose
  readonly type: string
  /** SHA-256 of its pixels as they are kept. */
  readonly digest: Buffer
}

interface StoredFile {
  id: string
  name: string
  owner: string
  purpose: FilePurpose
  type: string
  digest: Buffer
}

function fileOf({ id, owner, ...file }: StoredFile): FileRow {
  return { ...file, id: Number(id), owner: Number(owner) }
}

export interface NewFile {
  readonly name: string
  readonly owner: number
  readonly purpose: FilePurpose
  readonly type: string
  readonly bytes: number
  /** SHA-256 of what was sent, and of its pixels as they are kept. */
  readonly sentDigest: Buffer
  readonly digest: Buffer
  /** Until when it waits to be used. */
  readonly draftHours: number
}

/** Notes a file before it is written: what has no row is swept away. */
export async function insertFile(client: Queryable, file: NewFile): Promise<number> {
  const { name, owner, purpose, type, bytes, sentDigest, digest, draftHours } = file
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO file (name, owner, purpose, type, bytes, sent_digest, digest, erase_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(hours => $8)) RETURNING id`,
    [name, owner, purpose, type, bytes, sentDigest, digest, draftHours],
  )
  const [row] = rows
  if (row === undefined) throw new Error('a file was not noted')
  return Number(row.id)
}

/** Keeps a file for as long as its purpose says, from now on. */
export async function keepFile(client: Queryable, id: number, days: number): Promise<void> {
  await client.query('UPDATE file SET erase_at = now() + make_interval(days => $2) WHERE id = $1', [id, days])
}

/** A file that is still kept. */
export async function findFile(client: Queryable, id: number): Promise<FileRow | null> {
  const { rows } = await client.query<StoredFile>(
    'SELECT id, name, owner, purpose, type, digest FROM file WHERE id = $1 AND erased_at IS NULL',
    [id],
  )
  return rows[0] === undefined ? null : fileOf(rows[0])
}

/** Files that are kept, by their numbers, behind one of them. */
export async function findKeptAfter(client: Queryable, after: number, limit: number): Promise<FileRow[]> {
  const { rows } = await client.query<StoredFile>(
    'SELECT id, name, owner, purpose, type, digest FROM file WHERE id > $1 AND erased_at IS NULL ORDER BY id LIMIT $2',
    [after, limit],
  )
  return rows.map(fileOf)
}

/** Files whose time is over, some at once. */
export async function findExpired(client: Queryable, limit: number): Promise<FileRow[]> {
  const { rows } = await client.query<StoredFile>(
    `SELECT id, name, owner, purpose, type, digest FROM file WHERE erase_at < now() AND erased_at IS NULL ORDER BY id LIMIT $1`,
    [limit],
  )
  return rows.map(fileOf)
}

export async function markErased(client: Queryable, id: number): Promise<void> {
  await client.query('UPDATE file SET erased_at = now() WHERE id = $1', [id])
}

/** Which of these names a row knows that was not erased. */
export async function knownNames(client: Queryable, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM file WHERE name = ANY($1) AND erased_at IS NULL',
    [names],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Ends the time of these files. */
export async function endFiles(client: Queryable, ids: readonly number[]): Promise<void> {
  await client.query(
    'UPDATE file SET erase_at = now() WHERE erase_at > now() AND erased_at IS NULL AND id = ANY($1::bigint[])',
    [ids],
  )
}
