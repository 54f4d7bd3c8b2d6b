import { answerCodec } from '@truemark/core/answer'
import { placedAnswer } from '@truemark/core/spot/view'
import { bytesOfWords } from '@truemark/core/keyBytes'
import { placingWith } from '@truemark/core/keyed'
import type { SpotEvent } from '@truemark/core/spot/event'
import { placedOf } from '@truemark/core/spot/placed'
import { encode } from '@truemark/core/codec/codec'
import type { Event } from '@truemark/core/vocabulary'
import { type Category, categories } from '@truemark/core/ledger/categories'
import { realms, type HolderId, holderRow } from '@truemark/core/ledger/holders'
import { type Account, accounts } from '@truemark/core/ledger/move'
import { realNameStates } from '@truemark/core/ledger/standing'
import type { Fact, Projection, RowOf, RowWriter, StoredOf } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import {
  type AccountKey,
  type BalanceRow,
  type Stand,
  accountsOf,
  keyName,
  ledgerRowsOf,
  postingsOf,
} from './ledgerRows.ts'
import { type LedgerRow, type RefKind, type TransferRecord, entries, refKinds, transfers, usedKeys } from './tables.ts'

/** Ledger lines and balances, from whatever moves money or holds it. */
export const ledgerProjection: Projection<Event> = {
  name: 'ledger',
  // All of them: which events move money is for the core to say.
  wants: 'all',
  apply: async (facts, writer) => {
    const postings = postingsOf(facts)
    if (postings.length === 0) return
    const before = await standsOf(writer, accountsOf(postings))
    const { entries: lines, balances } = ledgerRowsOf(postings, before)
    // in the order of the key, so that neighbours go into the same page of the index
    await writer.copy(
      entries,
      lines.toSorted((a, b) => holderRow(a.holder) - holderRow(b.holder)),
    )
    await putBalances(writer, balances)
  },
}

async function standsOf(writer: Queryable, keys: readonly AccountKey[]): Promise<Map<string, Stand>> {
  const { rows } = await writer.query<{
    holder: HolderId
    account: number
    currency: number
    posted: string
    frozen: string
  }>(
    `SELECT b.* FROM balance AS b
     JOIN unnest($1::int[], $2::smallint[], $3::smallint[]) AS k (holder, account, currency)
       USING (holder, account, currency)`,
    [keys.map((key) => key.holder), keys.map((key) => accounts.indexOf(key.account)), keys.map((key) => key.currency)],
  )
  return new Map(
    rows.map((row) => [
      keyName({ holder: row.holder, account: wordAt(accounts, row.account), currency: row.currency }),
      { posted: BigInt(row.posted), frozen: BigInt(row.frozen) },
    ]),
  )
}

async function putBalances(writer: Queryable, balances: readonly BalanceRow[]): Promise<void> {
  await writer.query(
    `INSERT INTO balance (holder, account, currency, posted, frozen, seq)
     SELECT * FROM unnest($1::int[], $2::smallint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[])
     ON CONFLICT (holder, account, currency)
       DO UPDATE SET posted = excluded.posted, frozen = excluded.frozen, seq = excluded.seq`,
    [
      balances.map((balance) => balance.holder),
      balances.map((balance) => accounts.indexOf(balance.account)),
      balances.map((balance) => balance.currency),
      balances.map((balance) => balance.posted),
      balances.map((balance) => balance.frozen),
      balances.map((balance) => balance.seq),
    ],
  )
}

/** Holders with their standing. */
export const holderProjection: Projection<Event> = {
  name: 'holder',
  wants: ['holderOpened', 'standingSet'],
  apply: async (facts, writer) => {
    for (const { event, time } of facts) {
      if (event.type === 'holderOpened') {
        const { holder, realm, country } = event
        await writer.query('INSERT INTO holder (holder, realm, country, opened_at) VALUES ($1, $2, $3, $4)', [
          holder,
          realms.indexOf(realm),
          country,
          time,
        ])
      } else if (event.type === 'standingSet') {
        const { holder, disabled, realName, country } = event
        await writer.query('UPDATE holder SET disabled = $2, real_name = $3, country = $4 WHERE holder = $1', [
          holder,
          disabled,
          realNameStates.indexOf(realName),
          country,
        ])
      }
    }
  },
}

/** Currencies and listings. */
export const catalogueProjection: Projection<Event> = {
  name: 'catalogue',
  wants: ['currencyListed', 'symbolListed', 'listingConfigured'],
  apply: async (facts, writer) => {
    for (const fact of facts) await putCatalogued(fact, writer)
  },
}

async function putCatalogued({ event, time }: Fact<Event>, writer: RowWriter): Promise<void> {
  if (event.type === 'currencyListed') {
    const { currency, code, scale } = event
    await writer.query('INSERT INTO currency (id, code, scale) VALUES ($1, $2, $3)', [currency, code, scale])
  } else if (event.type === 'symbolListed' || event.type === 'listingConfigured') {
    const { code, base, quote, priceDecimals, quantityDecimals, halt, haltReason } = event.terms
    await writer.query(
      `INSERT INTO listing (id, code, base, quote, price_decimals, quantity_decimals, halt, halt_reason, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (id) DO UPDATE SET halt = excluded.halt, halt_reason = excluded.halt_reason, updated_at = excluded.updated_at`,
      [event.listing, code, base, quote, priceDecimals, quantityDecimals, halt, haltReason, time],
    )
  }
}

/** Transfers between a holder's accounts. */
export const transferProjection: Projection<Event> = {
  name: 'transfer',
  wants: ['transferred'],
  apply: async (facts, writer) => {
    const made = facts.flatMap(({ event, time }) =>
      event.type === 'transferred' ? [{ ...event, id: event.transfer, time }] : [],
    )
    await writer.copy(transfers, made)
  },
}

/** Idempotency keys, which the engine itself keeps for minutes alone. */
export const usedKeyProjection: Projection<Event> = {
  name: 'used_key',
  wants: ['keyUsed', 'keyTaken', 'spotOrderAccepted', 'spotTraded', 'spotOrderClosed'],
  apply: async (facts, writer) => {
    const used: RowOf<typeof usedKeys>[] = []
    let placing: readonly SpotEvent[] = []
    for (const { event, time } of facts) {
      if (event.type === 'spotOrderAccepted' || event.type === 'spotTraded' || event.type === 'spotOrderClosed') {
        placing = placingWith(placing, event)
      } else if (event.type === 'keyTaken') {
        // an answer that is not written is the order that was placed by the facts before
        const answer =
          event.answer.length > 0
            ? event.answer
            : encode(answerCodec, placedAnswer(placedOf(placing), event.holder, time))
        const { holder, route, id, digest } = event
        used.push({ holder, id: bytesOfWords(id), route, digest: bytesOfWords(digest), answer, time })
      } else if (event.type === 'keyUsed') {
        const { holder, route, id, digest, answer } = event
        used.push({ holder, id: bytesOf(id), route, digest: bytesOf(digest), answer, time })
      }
    }
    await writer.copy(usedKeys, used)
  },
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex')

export interface RecordFilter {
  readonly holder: HolderId
  readonly account?: Account | undefined
  readonly currency?: number | undefined
  readonly category?: Category | undefined
  /** UTC milliseconds: `from` inclusive, `to` exclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** The last line of the page before. */
  readonly after?: { readonly time: number; readonly place: number } | undefined
  readonly limit: number
}

/** A holder's ledger lines that pass the filter, newest first, at most `limit`. */
export async function findRecords(database: Queryable, filter: RecordFilter): Promise<LedgerRow[]> {
  const values: unknown[] = []
  const where: string[] = []
  const add = (condition: string, value: unknown): void => {
    values.push(value)
    where.push(`${condition} $${values.length}`)
  }
  add('holder =', filter.holder)
  if (filter.account !== undefined) add('account =', accounts.indexOf(filter.account))
  if (filter.currency !== undefined) add('currency =', filter.currency)
  if (filter.category !== undefined) add('category =', categories.indexOf(filter.category))
  if (filter.from !== undefined) add('time >=', filter.from)
  if (filter.to !== undefined) add('time <', filter.to)
  if (filter.after !== undefined) {
    values.push(filter.after.time, filter.after.place)
    where.push(`(time, place) < ($${values.length - 1}, $${values.length})`)
  }
  values.push(filter.limit)
  const { rows } = await database.query<StoredOf<typeof entries>>(
    `WITH page AS MATERIALIZED (
       SELECT holder, time, place FROM ledger_entry WHERE ${where.join(' AND ')}
       ORDER BY time DESC, place DESC LIMIT $${values.length})
     SELECT ${entries.columns} FROM page JOIN ledger_entry USING (holder, time, place) ORDER BY time DESC, place DESC`,
    values,
  )
  return rows.map(entries.read)
}

/** What lines are wanted to be about: one of these numbers, where it is of one of these kinds. */
export interface Subjects {
  readonly kinds: readonly RefKind[]
  readonly refs: readonly number[]
}

/** The last of a holder's lines between two moments that are about one of the subjects, newest first, at most `limit`. */
export async function findRecordsOf(
  database: Queryable,
  holder: HolderId,
  { kinds, refs }: Subjects,
  span: { readonly from: number; readonly to: number },
  limit: number,
): Promise<LedgerRow[]> {
  const { rows } = await database.query<StoredOf<typeof entries>>(
    `SELECT * FROM ledger_entry
     WHERE holder = $1 AND time BETWEEN $2 AND $3 AND ref_kind = ANY($4::smallint[]) AND ref = ANY($5::bigint[])
     ORDER BY time DESC, place DESC LIMIT $6`,
    [holder, span.from, span.to, kinds.map((kind) => refKinds.indexOf(kind)), refs, limit],
  )
  return rows.map(entries.read)
}

/** A holder's transfers, newest first, older than the transfer `before`. */
export async function findTransfers(
  database: Queryable,
  holder: HolderId,
  before: number | null,
  limit: number,
): Promise<TransferRecord[]> {
  const { rows } = await database.query<StoredOf<typeof transfers>>(
    'SELECT * FROM transfer WHERE holder = $1 AND id < $2 ORDER BY id DESC LIMIT $3',
    [holder, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map(transfers.read)
}

/** What a key older than the engine's memory was used for: the body's digest in hex, maybe cut, and the first answer's bytes. */
export async function findUsedKey(
  database: Queryable,
  holder: HolderId,
  route: string,
  id: string,
): Promise<{ readonly digest: string; readonly answer: Uint8Array; readonly time: number } | null> {
  const { rows } = await database.query<{ digest: Buffer; answer: Buffer; time: string }>(
    'SELECT digest, answer, time FROM used_key WHERE holder = $1 AND route = $2 AND id = $3',
    [holder, route, id],
  )
  const row = rows[0]
  return row === undefined
    ? null
    : { digest: row.digest.toString('hex'), answer: row.answer, time: integerOf(row.time) }
}

/** How long the table keeps a key after its use: a day in which it may be sent again, one by which it may lie ahead. */
export const usedKeyKeptMs = 49 * 3_600_000
const erasedAtOnce = 10_000
/** Which keys go with time; those of operators and the house are few and may have to be known later. */
const goes = (key: string): string => `${key}.route <> 'PROPOSAL' AND ${key}.route NOT LIKE '%/desk/%'`
/** As SQL: whether the key `m` may be gone at the moment $1 (UTC ms). */
export const keyMayBeSwept = `m.time < $1::bigint - ${usedKeyKeptMs} AND ${goes('m')}`

/** Takes out the keys of long ago. */
export async function eraseOldKeys(database: Queryable, now: number): Promise<void> {
  for (let erased = erasedAtOnce; erased === erasedAtOnce;) {
    const { rowCount } = await database.query(
      `DELETE FROM used_key WHERE (holder, id, route) IN (
         SELECT holder, id, route FROM used_key AS k
         WHERE time < $1 AND ${goes('k')} ORDER BY time LIMIT $2)`,
      [now - usedKeyKeptMs, erasedAtOnce],
    )
    erased = rowCount ?? 0
  }
}
