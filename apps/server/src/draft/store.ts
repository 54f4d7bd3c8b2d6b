import { createHash } from 'node:crypto'
import type { LocaleId } from '@truemark/protocol/locale'
import type { Place } from '../platform/http/page.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

/** What an operator wrote; `body` is the text whose digest the published terms bear. */
export interface Draft {
  readonly id: number
  /** Among which drafts of its table it stands. */
  readonly group: string | number
  readonly body: string
  readonly digest: string
  readonly published: boolean
  readonly writtenBy: string
  readonly updatedAt: number
}

interface DraftRow {
  id: string
  group: string | number
  body: string
  digest: string
  published: boolean
  written_by: string
  updated_at: string
}

/** Who writes, and when (UTC ms). */
export interface Writer {
  readonly name: string
  readonly at: number
}

function draftOf(row: DraftRow): Draft {
  const { group, body, digest, published, written_by: writtenBy } = row
  return { id: integerOf(row.id), group, body, digest, published, writtenBy, updatedAt: integerOf(row.updated_at) }
}

function firstOf([row]: readonly DraftRow[]): Draft | null {
  return row === undefined ? null : draftOf(row)
}

// SHA-256 of a draft's body, in hex
function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}

/** The drafts of one table; what is published there never changes again. */
export class DraftTable {
  readonly #table: string
  readonly #group: string
  readonly #fields: string

  /** `group` is the column that says among which drafts one stands. */
  constructor(table: 'wealth_draft' | 'mining_draft', group: 'kind' | 'realm') {
    this.#table = table
    this.#group = group
    this.#fields = `id, ${group} AS "group", body, digest, published, written_by, updated_at`
  }

  /** Keeps a new draft; one that is `published` at once can never change. */
  async insert(
    database: Queryable,
    group: string | number,
    body: string,
    { name, at }: Writer,
    published = false,
  ): Promise<Draft> {
    const { rows } = await database.query<DraftRow>(
      `INSERT INTO ${this.#table} (${this.#group}, body, digest, published, written_by, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${this.#fields}`,
      [group, body, digestOf(body), published, name, at],
    )
    const draft = firstOf(rows)
    if (draft === null) throw new Error('a draft that was not kept')
    return draft
  }

  /** Writes a draft anew; null where it is not there or was published. */
  async change(
    database: Queryable,
    id: number,
    group: string | number,
    body: string,
    { name, at }: Writer,
  ): Promise<Draft | null> {
    const { rows } = await database.query<DraftRow>(
      `UPDATE ${this.#table} SET ${this.#group} = $2, body = $3, digest = $4, written_by = $5, updated_at = $6
       WHERE id = $1 AND NOT published RETURNING ${this.#fields}`,
      [id, group, body, digestOf(body), name, at],
    )
    return firstOf(rows)
  }

  /** Throws a draft away; whether it was there and not published. */
  async drop(database: Queryable, id: number): Promise<boolean> {
    const { rowCount } = await database.query(`DELETE FROM ${this.#table} WHERE id = $1 AND NOT published`, [id])
    return rowCount === 1
  }

  /** From now on the draft never changes. */
  async markPublished(database: Queryable, id: number): Promise<void> {
    await database.query(`UPDATE ${this.#table} SET published = true WHERE id = $1 AND NOT published`, [id])
  }

  /** A draft; null where there is none. */
  async find(database: Queryable, id: number): Promise<Draft | null> {
    const { rows } = await database.query<DraftRow>(`SELECT ${this.#fields} FROM ${this.#table} WHERE id = $1`, [id])
    return firstOf(rows)
  }

  /** The drafts of a group before one of them, newest first; `open` for those alone that are not published. */
  async list(
    database: Queryable,
    { group, open }: { readonly group: string | number; readonly open: boolean },
    { before, limit }: Place,
  ): Promise<Draft[]> {
    const { rows } = await database.query<DraftRow>(
      `SELECT ${this.#fields} FROM ${this.#table}
       WHERE ${this.#group} = $1 AND id < $2 ${open ? 'AND NOT published' : ''} ORDER BY id DESC LIMIT $3`,
      [group, before ?? Number.MAX_SAFE_INTEGER, limit],
    )
    return rows.map(draftOf)
  }

  /** The drafts with these ids, by id. */
  async byId(database: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, Draft>> {
    const { rows } = await database.query<DraftRow>(
      `SELECT ${this.#fields} FROM ${this.#table} WHERE id = ANY($1::bigint[])`,
      [[...new Set(ids)]],
    )
    return new Map(rows.map(draftOf).map((draft) => [draft.id, draft]))
  }
}

/** Drafts of dual investments and launches, by their kind. */
export const wealthDrafts = new DraftTable('wealth_draft', 'kind')
/** Drafts of locked mining, by their realm as its place in the core's list. */
export const miningDrafts = new DraftTable('mining_draft', 'realm')

/** A text in the reader's language, else in English, else none. */
export function textIn(texts: Readonly<Partial<Record<LocaleId, string>>> | undefined, locale: LocaleId): string {
  const own = texts?.[locale]?.trim() ?? ''
  return own === '' ? (texts?.en?.trim() ?? '') : own
}
