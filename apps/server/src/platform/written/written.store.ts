import type { Queryable } from '../postgres/database.ts'
import { integerOf } from '../postgres/integerOf.ts'
import type { WrittenEntry } from './seal.ts'

export type UnsealedEntry = WrittenEntry

interface Stored {
  id: string
  source: string
  item: string
  deed: number
  time: string
  digest: Buffer | null
}

const columns = 'id, source, item, deed, time, digest'

function entryOf({ id, source, item, deed, time, digest }: Stored): WrittenEntry {
  return { id: integerOf(id), source, item, deed, time: integerOf(time), digest }
}

/** The entries that the transaction has made and not yet sealed. */
export async function findOwnUnsealed(client: Queryable): Promise<UnsealedEntry[]> {
  const { rows } = await client.query<Stored>(
    `SELECT ${columns} FROM written WHERE mac IS NULL AND transaction = pg_current_xact_id_if_assigned() ORDER BY id`,
  )
  return rows.map(entryOf)
}

/** A page of the entries that nobody has sealed, behind the one numbered `after`. */
export async function findUnsealed(client: Queryable, after: number, limit: number): Promise<UnsealedEntry[]> {
  const { rows } = await client.query<Stored>(
    `SELECT ${columns} FROM written WHERE mac IS NULL AND id > $1 ORDER BY id LIMIT $2`,
    [after, limit],
  )
  return rows.map(entryOf)
}

export async function setSeals(
  client: Queryable,
  seals: readonly { readonly id: number; readonly mac: Buffer }[],
): Promise<void> {
  await client.query(
    `UPDATE written AS w SET mac = s.mac FROM unnest($1::bigint[], $2::bytea[]) AS s (id, mac) WHERE w.id = s.id`,
    [seals.map(({ id }) => id), seals.map(({ mac }) => mac)],
  )
}

/** Adds an entry that is of no row: a mark of the log itself. */
export async function insertMark(
  client: Queryable,
  { item, time, digest }: Pick<WrittenEntry, 'item' | 'time'> & { readonly digest: Buffer },
): Promise<void> {
  await client.query(`INSERT INTO written (source, item, deed, time, digest) VALUES ('written', $1, 3, $2, $3)`, [
    item,
    time,
    digest,
  ])
}

/** An entry with its seal and its place in the chain; null where it has none yet. */
export interface KeptEntry extends WrittenEntry {
  readonly mac: Buffer | null
  readonly place: number | null
  readonly chain: Buffer | null
}

interface StoredKept extends Stored {
  mac: Buffer | null
  place: string | null
  chain: Buffer | null
}

function keptOf(row: StoredKept): KeptEntry {
  return {
    ...entryOf(row),
    mac: row.mac,
    place: row.place === null ? null : integerOf(row.place),
    chain: row.chain,
  }
}

/** The marks of the log itself, oldest first. */
export async function findMarks(client: Queryable): Promise<KeptEntry[]> {
  const { rows } = await client.query<StoredKept>(
    `SELECT ${columns}, mac, place, chain FROM written WHERE source = 'written' ORDER BY id`,
  )
  return rows.map(keptOf)
}

/** A page of the entries that stand in the chain, behind the place `after`. */
export async function findChained(client: Queryable, after: number, limit: number): Promise<KeptEntry[]> {
  const { rows } = await client.query<StoredKept>(
    `SELECT ${columns}, mac, place, chain FROM written WHERE place > $1 ORDER BY place LIMIT $2`,
    [after, limit],
  )
  return rows.map(keptOf)
}

/** A page of the entries that do not stand in the chain yet, behind the one numbered `after`. */
export async function findUnchained(client: Queryable, after: number, limit: number): Promise<KeptEntry[]> {
  const { rows } = await client.query<StoredKept>(
    `SELECT ${columns}, mac, place, chain FROM written WHERE place IS NULL AND id > $1 ORDER BY id LIMIT $2`,
    [after, limit],
  )
  return rows.map(keptOf)
}

/** Where the chain ends. */
export interface ChainEnd {
  readonly place: number
  readonly chain: Buffer
}

export async function findChainEnd(client: Queryable): Promise<ChainEnd | null> {
  const { rows } = await client.query<{ place: string; chain: Buffer }>(
    'SELECT place, chain FROM written WHERE place IS NOT NULL ORDER BY place DESC LIMIT 1',
  )
  return rows[0] === undefined ? null : { place: integerOf(rows[0].place), chain: rows[0].chain }
}

/** What the chain says at a place; null where it has no such place. */
export async function findChainAt(client: Queryable, place: number): Promise<Buffer | null> {
  const { rows } = await client.query<{ chain: Buffer }>('SELECT chain FROM written WHERE place = $1', [place])
  return rows[0]?.chain ?? null
}

/** Keeps others from lengthening the chain until the transaction ends. Whoever writes waits for nothing of it. */
export async function lockChain(client: Queryable): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(7201981)')
}

export async function setPlaces(
  client: Queryable,
  places: readonly { readonly id: number; readonly place: number; readonly chain: Buffer }[],
): Promise<void> {
  await client.query(
    `UPDATE written AS w SET place = s.place, chain = s.chain
     FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS s (id, place, chain) WHERE w.id = s.id`,
    [places.map(({ id }) => id), places.map(({ place }) => place), places.map(({ chain }) => chain)],
  )
}

/** The number of the newest migration. */
export async function findSchemaNumber(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ number: number | null }>('SELECT max(number) AS number FROM migration')
  return rows[0]?.number ?? 0
}

/** Whether the audit log names a head of the chain. */
export async function isChainNoted(client: Queryable): Promise<boolean> {
  const { rows } = await client.query(`SELECT 1 FROM audit WHERE action = 'written_noted' LIMIT 1`)
  return rows.length > 0
}
