import { answerCodec } from '@truemark/core/answer'
import { placedAnswer } from '@truemark/core/spot/view'
import { hexOf } from '@truemark/core/keyBytes'
import { placingWith } from '@truemark/core/keyed'
import type { SpotEvent } from '@truemark/core/spot/event'
import { placedOf } from '@truemark/core/spot/placed'
import { encode } from '@truemark/core/codec/codec'
import type { Event } from '@truemark/core/vocabulary'
import { type Category, categories } from '@truemark/core/ledger/categories'
import { realms, type HolderId, holderRow } from '@truemark/core/ledger/holders'
import { type Account, accounts } from '@truemark/core/ledger/move'
import { realNameStates } from '@truemark/core/ledger/standing'
import { BinaryRows, type Fact, type Projection, type RowWriter } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import {
  type AccountKey,
  type BalanceRow,
  type LedgerRow,
  type OtherSide,
  type RefKind,
  type Stand,
  accountsOf,
  keyName,
  ledgerRowsOf,
  otherSides,
  postingsOf,
  refKinds,
} from './ledgerRows.ts'

const entryTarget =
  'ledger_entry (holder, time, place, seq, account, currency, category, amount, balance_after, other, ref_kind, ref, income_day)'

/** Ledger lines and balances, from whatever moves money or holds it. */
export const ledgerProjection: Projection<Event> = {
  name: 'ledger',
  // All of them: which events move money is for the core to say.
  wants: 'all',
  apply: async (facts, writer) => {
    const postings = postingsOf(facts)
    if (postings.length === 0) return
    const before = await standsOf(writer, accountsOf(postings))
    const { entries, balances } = ledgerRowsOf(postings, before)
    await writer.copy(entryTarget, entryRows(entries))
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

function entryRows(entries: readonly LedgerRow[]): BinaryRows {
  const rows = new BinaryRows()
  // In the order of the key, so that neighbours go into the same page of the index.
  for (const entry of entries.toSorted((a, b) => holderRow(a.holder) - holderRow(b.holder))) {
    rows.row(13).holder(entry.holder).int8(entry.time).int4(entry.place).int8(entry.seq)
    rows.int2(accounts.indexOf(entry.account)).int2(entry.currency).int2(categories.indexOf(entry.category))
    rows.int8(entry.amount).int8(entry.balanceAfter).int2(otherSides.indexOf(entry.other))
    rows.int2(refKinds.indexOf(entry.refKind)).int8(entry.ref).int4(entry.incomeDay)
  }
  return rows
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
    const rows = new BinaryRows()
    for (const { event, time } of facts) {
      if (event.type !== 'transferred') continue
      rows.row(6).int8(event.transfer).holder(event.holder)
      rows.int2(accounts.indexOf(event.from)).int2(accounts.indexOf(event.to)).int8(event.amount).int8(time)
    }
    await writer.copy('transfer (id, holder, from_account, to_account, amount, time)', rows)
  },
}

/** Idempotency keys, which the engine itself keeps for minutes alone. */
export const usedKeyProjection: Projection<Event> = {
  name: 'used_key',
  wants: ['keyUsed', 'keyTaken', 'spotOrderAccepted', 'spotTraded', 'spotOrderClosed'],
  apply: async (facts, writer) => {
    const rows = new BinaryRows()
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
        rows
          .row(6)
          .holder(event.holder)
          .bytea(Buffer.from(hexOf(event.id), 'hex'))
          .text(event.route)
        rows
          .bytea(Buffer.from(hexOf(event.digest), 'hex'))
          .bytea(answer)
          .int8(time)
      }
      if (event.type !== 'keyUsed') continue
      rows.row(6).holder(event.holder).bytea(Buffer.from(event.id, 'hex')).text(event.route)
      rows.bytea(Buffer.from(event.digest, 'hex')).bytea(event.answer).int8(time)
    }
    await writer.copy('used_key (holder, id, route, digest, answer, time)', rows)
  },
}

/** A line of the ledger as a reader gets it; amounts in smallest units. */
export interface LedgerRecord {
  readonly seq: number
  readonly time: number
  readonly place: number
  readonly account: Account
  readonly currency: number
  readonly category: Category
  readonly amount: bigint
  readonly balanceAfter: bigint
  readonly other: OtherSide
  readonly refKind: RefKind
  readonly ref: number
  /** The day of UTC (days since 1970) that mining income is for; 0 for any other line. */
  readonly incomeDay: number
}

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
export async function findRecords(database: Queryable, filter: RecordFilter): Promise<LedgerRecord[]> {
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
  const { rows } = await database.query<StoredRecord>(
    `WITH page AS MATERIALIZED (
       SELECT holder, time, place FROM ledger_entry WHERE ${where.join(' AND ')}
       ORDER BY time DESC, place DESC LIMIT $${values.length})
     SELECT seq, time, place, account, currency, category, amount, balance_after, other, ref_kind, ref,
       income_day
     FROM page JOIN ledger_entry USING (holder, time, place) ORDER BY time DESC, place DESC`,
    values,
  )
  return rows.map(recordOf)
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
): Promise<LedgerRecord[]> {
  const { rows } = await database.query<StoredRecord>(
    `SELECT seq, time, place, account, currency, category, amount, balance_after, other, ref_kind, ref,
       income_day FROM ledger_entry
     WHERE holder = $1 AND time BETWEEN $2 AND $3 AND ref_kind = ANY($4::smallint[]) AND ref = ANY($5::bigint[])
     ORDER BY time DESC, place DESC LIMIT $6`,
    [holder, span.from, span.to, kinds.map((kind) => refKinds.indexOf(kind)), refs, limit],
  )
  return rows.map(recordOf)
}

interface StoredRecord {
  seq: string
  time: string
  place: number
  account: number
  currency: number
  category: number
  amount: string
  balance_after: string
  other: number
  ref_kind: number
  ref: string
  income_day: number
}

function recordOf(row: StoredRecord): LedgerRecord {
  return {
    seq: integerOf(row.seq),
    time: integerOf(row.time),
    place: row.place,
    account: wordAt(accounts, row.account),
    currency: row.currency,
    category: wordAt(categories, row.category),
    amount: BigInt(row.amount),
    balanceAfter: BigInt(row.balance_after),
    other: wordAt(otherSides, row.other),
    refKind: wordAt(refKinds, row.ref_kind),
    ref: integerOf(row.ref),
    incomeDay: row.income_day,
  }
}

/** A transfer between two accounts of a holder; `amount` in smallest units of USDT. */
export interface TransferRecord {
  readonly id: number
  readonly from: Account
  readonly to: Account
  readonly amount: bigint
  readonly time: number
}

/** A holder's transfers, newest first, older than the transfer `before`. */
export async function findTransfers(
  database: Queryable,
  holder: HolderId,
  before: number | null,
  limit: number,
): Promise<TransferRecord[]> {
  const { rows } = await database.query<{
    id: string
    from_account: number
    to_account: number
    amount: string
    time: string
  }>(
    `SELECT id, from_account, to_account, amount, time FROM transfer
     WHERE holder = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
    [holder, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  return rows.map((row) => ({
    id: integerOf(row.id),
    from: wordAt(accounts, row.from_account),
    to: wordAt(accounts, row.to_account),
    amount: BigInt(row.amount),
    time: integerOf(row.time),
  }))
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
