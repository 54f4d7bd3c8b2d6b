import { priceKinds } from '@truemark/core/book/mark'
import { realms, type HolderId, type Realm } from '@truemark/core/ledger/holders'
import { voidReasons } from '@truemark/core/option/event'
import { directions, outcomes, tieRules } from '@truemark/core/option/terms'
import { type OptionView, optionStatuses } from '@truemark/core/option/view'
import type { Event } from '@truemark/core/vocabulary'
import {
  type Projection,
  type StoredOf,
  amount,
  holder,
  int2,
  int4,
  integer,
  maybe,
  readModel,
  word,
} from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import { type Ended, type Entered, optionRowsOf } from './optionRows.ts'
import { keepExits } from './exits.store.ts'

/** Options; what comes of one is filled in later. */
const options = readModel(
  'option_order',
  {
    order: integer('id'),
    holder: holder(),
    realm: word(realms),
    listing: int2(),
    direction: word(directions),
    stake: amount(),
    seconds: int4(),
    rate: int4(),
    gain: amount(),
    tie: word(tieRules),
    status: word(optionStatuses),
    acceptedAt: integer(),
  },
  {
    outcome: maybe(word(outcomes)),
    reason: maybe(word(voidReasons)),
    entryStamp: maybe(integer()),
    entryTenths: maybe(integer()),
    entrySources: maybe(int2()),
    kind: maybe(word(priceKinds)),
    exitStamp: maybe(integer()),
    exitTenths: maybe(integer()),
    closedAt: maybe(integer()),
  },
)

/** Options, the exits that they settled on, and how many ended in which way. */
export const optionProjection: Projection<Event> = {
  name: 'option',
  wants: [
    'optionPlaced',
    'optionsEntered',
    'optionExitFixed',
    'optionExitMissing',
    'optionExitRebuilt',
    'optionExitLost',
    'optionSettled',
    'optionVoided',
  ],
  apply: async (facts, writer) => {
    const { placed, entered, ended, exits } = optionRowsOf(facts)
    await writer.copy(
      options,
      placed.map((one) => ({ ...one, status: 'open' })),
    )
    for (const entry of entered) await enter(writer, entry)
    await end(writer, ended)
    await count(writer, ended)
    await keepExits(writer, exits)
  },
}

async function enter(writer: Queryable, entry: Entered): Promise<void> {
  await writer.query(
    `UPDATE option_order SET entry_stamp = $1, entry_tenths = $2, entry_sources = $3, kind = $4
     WHERE id BETWEEN $5 AND $6 AND realm = $7 AND listing = $8 AND status = $9 AND entry_stamp IS NULL
       AND id <> ALL ($10::bigint[])`,
    [
      entry.stamp,
      entry.indexTenths,
      entry.sources,
      priceKinds.indexOf(entry.kind),
      entry.first,
      entry.last,
      realms.indexOf(entry.realm),
      entry.listing,
      optionStatuses.indexOf('open'),
      entry.ended,
    ],
  )
}

async function end(writer: Queryable, ended: readonly Ended[]): Promise<void> {
  if (ended.length === 0) return
  const settled = ended.map(({ event }) => (event.type === 'optionSettled' ? event : null))
  const { rowCount } = await writer.query(
    `UPDATE option_order AS o SET status = c.status, outcome = c.outcome, reason = c.reason,
       exit_stamp = c.exit_stamp, exit_tenths = c.exit_tenths, closed_at = c.closed_at
     FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::smallint[], $5::bigint[], $6::bigint[], $7::bigint[])
       AS c (id, status, outcome, reason, exit_stamp, exit_tenths, closed_at)
     WHERE o.id = c.id`,
    [
      ended.map(({ event }) => event.order),
      settled.map((event) => optionStatuses.indexOf(event === null ? 'expired' : 'closed')),
      settled.map((event) => (event === null ? null : outcomes.indexOf(event.outcome))),
      ended.map(({ event }) => (event.type === 'optionVoided' ? voidReasons.indexOf(event.reason) : null)),
      settled.map((event) => event?.exitStamp ?? null),
      settled.map((event) => event?.exitTenths ?? null),
      ended.map(({ time }) => time),
    ],
  )
  if (rowCount !== ended.length) throw new Error(`${ended.length} options ended, but ${rowCount} of them have rows`)
}

async function count(writer: Queryable, ended: readonly Ended[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const { event } of ended) {
    const name = `${event.listing} ${event.type === 'optionVoided' ? voidReasons.indexOf(event.reason) : -1}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  if (counts.size === 0) return
  const parts = [...counts].map(([name, ends]) => [...name.split(' ').map(Number), ends])
  await writer.query(
    `INSERT INTO option_end AS e (listing, reason, count)
     SELECT * FROM unnest($1::smallint[], $2::smallint[], $3::bigint[])
     ON CONFLICT (listing, reason) DO UPDATE SET count = e.count + excluded.count`,
    [0, 1, 2].map((place) => parts.map((part) => part[place])),
  )
}

export interface OptionFilter {
  readonly holder: HolderId
  readonly listing?: number | undefined
  readonly direction?: OptionView['direction'] | undefined
  /** `open` are those that wait or run, `history` those that have ended. */
  readonly status?: 'open' | 'history' | undefined
  readonly outcome?: 'win' | 'loss' | 'tie' | 'void' | undefined
  /** The last order of the page before. */
  readonly before?: number | null
  readonly limit: number
}

/** A holder's options that pass the filter, newest first, at most `limit`. */
export async function findOptions(database: Queryable, filter: OptionFilter): Promise<OptionView[]> {
  const values: unknown[] = [filter.holder, filter.before ?? Number.MAX_SAFE_INTEGER, filter.limit]
  const where = ['holder = $1', 'id < $2']
  if (filter.listing !== undefined) where.push(`listing = $${values.push(filter.listing)}`)
  if (filter.direction !== undefined) where.push(`direction = $${values.push(directions.indexOf(filter.direction))}`)
  const open = optionStatuses.indexOf('open')
  if (filter.status !== undefined) where.push(`status ${filter.status === 'open' ? '=' : '<>'} ${open}`)
  if (filter.outcome === 'void') where.push(`status = ${optionStatuses.indexOf('expired')}`)
  else if (filter.outcome !== undefined) where.push(`outcome = ${outcomes.indexOf(filter.outcome)}`)
  const { rows } = await database.query<StoredOf<typeof options>>(
    `SELECT * FROM option_order WHERE ${where.join(' AND ')} ORDER BY id DESC LIMIT $3`,
    values,
  )
  return rows.map(optionOf)
}

/** The option with this id, whoever's it is; null where there is none. */
export async function findOption(database: Queryable, id: number): Promise<OptionView | null> {
  const [found] = await findOptionsById(database, [id])
  return found ?? null
}

/** The options with these ids, oldest first. */
export async function findOptionsById(database: Queryable, ids: readonly number[]): Promise<OptionView[]> {
  const { rows } = await database.query<StoredOf<typeof options>>(
    'SELECT * FROM option_order WHERE id = ANY($1::bigint[]) ORDER BY id',
    [ids],
  )
  return rows.map(optionOf)
}

/** The options from `first` to `last` of a listing that entered on the sample of `stamp`, oldest first. */
export async function findEntered(
  database: Queryable,
  { listing, first, last, stamp }: Pick<Entered, 'listing' | 'first' | 'last' | 'stamp'>,
  limit: number,
): Promise<OptionView[]> {
  const { rows } = await database.query<StoredOf<typeof options>>(
    `SELECT * FROM option_order WHERE id BETWEEN $1 AND $2 AND listing = $3 AND entry_stamp = $4 ORDER BY id LIMIT $5`,
    [first, last, listing, stamp, limit],
  )
  return rows.map(optionOf)
}

function optionOf(row: StoredOf<typeof options>): OptionView {
  const { realm: _, ...stored } = options.read(row)
  const entryStamp = stored.entryStamp ?? 0
  return {
    ...stored,
    entryStamp,
    entryTenths: stored.entryTenths ?? 0,
    entrySources: stored.entrySources ?? 0,
    kind: stored.kind ?? 'live',
    expiry: entryStamp === 0 ? 0 : entryStamp + 1_000 * stored.seconds,
    exitStamp: stored.exitStamp ?? 0,
    exitTenths: stored.exitTenths ?? 0,
    closedAt: stored.closedAt ?? 0,
  }
}

/** In which realm an option was taken. */
export async function findOptionRealm(database: Queryable, order: number): Promise<Realm | null> {
  const { rows } = await database.query<{ realm: number }>('SELECT realm FROM option_order WHERE id = $1', [order])
  return rows[0] === undefined ? null : wordAt(realms, rows[0].realm)
}
