import type { Lease } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { StartRefusal, errorCode } from '../platform/startRefusal.ts'
import { copyRows } from './copyBinary.ts'
import type { Fact } from './fact.ts'
import { splitFrames } from './frames.ts'
import type { JournalRow } from './journalRow.ts'
import type { Projection, RowWriter } from './projector.ts'
import { isOfFact, takeOrSetAside } from './setAside.ts'

/** How a table of a read model is compared with what the journal gives. */
export interface DerivedTable {
  /** Its rows are numbered as they come: which row is which is told by their order. */
  readonly ordered?: true
  /** Columns that are not made from the journal. */
  readonly except?: readonly string[]
  /** Rows that are swept away once they are old: which of what the journal gives (`m`) may be missing at the moment $1 (UTC ms). */
  readonly swept?: string
}

export interface ReplicaOptions<E extends { readonly type: string }> {
  readonly tables: ReadonlyMap<string, DerivedTable>
  readonly projections: readonly Projection<E>[]
  readonly decode: (frame: Uint8Array) => readonly E[]
}

const shownMax = 5

/**
 * The read models made anew, by the projections themselves, into temporary tables of one connection, up to the rows that the
 * real ones have reached. They hide the real ones from that connection and go with it; between `open` and its release the
 * connection can write nothing else.
 */
export class Replica<E extends { readonly type: string }> {
  readonly #lease: Lease
  readonly #options: ReplicaOptions<E>
  readonly #schema: string
  readonly #watermarks: ReadonlyMap<string, number>

  /** Its own moment, for another connection's `SET TRANSACTION SNAPSHOT`. */
  readonly snapshot: string

  private constructor(
    lease: Lease,
    options: ReplicaOptions<E>,
    schema: string,
    watermarks: ReadonlyMap<string, number>,
    snapshot: string,
  ) {
    this.snapshot = snapshot
    this.#lease = lease
    this.#options = options
    this.#schema = schema
    this.#watermarks = watermarks
  }

  /** Makes the tables and begins one transaction that sees the database as it is now, and can write nothing but these. */
  static async open<E extends { readonly type: string }>(
    lease: Lease,
    options: ReplicaOptions<E>,
  ): Promise<Replica<E>> {
    const { rows } = await lease.query<{ name: string }>('SELECT current_schema() AS name')
    const schema = rows[0]?.name ?? 'public'
    await lease.query('SET idle_in_transaction_session_timeout = 0')
    await lease.query('SET client_min_messages = warning')
    for (const table of options.tables.keys())
      await lease.query(`CREATE TEMP TABLE ${table} (LIKE ${schema}.${table} INCLUDING ALL)`).catch(refuseWithoutRight)
    await lease.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const marks = await lease.query<{ name: string; seq: string }>('SELECT name, seq FROM projection')
    const watermarks = new Map(marks.rows.map(({ name, seq }) => [name, integerOf(seq)]))
    const exported = await lease.query<{ name: string }>('SELECT pg_export_snapshot() AS name')
    const replica = new Replica(lease, options, schema, watermarks, exported.rows[0]?.name ?? '')
    await replica.#planForLookups('on')
    return replica
  }

  // a plan that was made while the tables were empty must not read them whole when they are large
  async #planForLookups(state: 'on' | 'off'): Promise<void> {
    await this.#lease.query(`SET enable_seqscan = ${state === 'on' ? 'off' : 'on'}`)
    await this.#lease.query(`SET plan_cache_mode = ${state === 'on' ? 'force_generic_plan' : 'auto'}`)
    await this.#lease.query('SET jit = off')
  }

  /** Takes the rows that follow those it took before. */
  async take(rows: readonly JournalRow[]): Promise<void> {
    const facts = rows.flatMap((row) => this.#factsOf(row))
    await this.#lease.query('SAVEPOINT page')
    try {
      for (const projection of this.#options.projections) {
        const wanted = this.#wantedBy(projection, facts)
        if (wanted.length > 0) await projection.apply(wanted, this.#writer)
      }
    } catch (error) {
      if (!isOfFact(error)) throw error
      await this.#lease.query('ROLLBACK TO SAVEPOINT page')
      await this.#takeInParts(facts)
    }
    await this.#lease.query('RELEASE SAVEPOINT page')
  }

  // as the projector does: what a read model can't take stands in this one's own `set_aside`, which is compared as well
  async #takeInParts(facts: readonly Fact<E>[]): Promise<void> {
    for (const projection of this.#options.projections) {
      const apply = (part: readonly Fact<E>[]): Promise<void> => projection.apply(part, this.#writer)
      const wanted = this.#wantedBy(projection, facts)
      if (wanted.length === 0) continue
      await takeOrSetAside(this.#lease, { name: projection.name, apply }, wanted, () => undefined)
    }
  }

  readonly #writer: RowWriter = {
    query: (text, values) => this.#lease.prepared(text, values ?? []),
    copy: (model, written) => copyRows(this.#lease, model.target, model.rows(written)),
  }

  #wantedBy({ name, wants }: Projection<E>, facts: readonly Fact<E>[]): Fact<E>[] {
    const upTo = this.#watermarks.get(name) ?? 0
    const types = wants === 'all' ? null : new Set<string>(wants)
    return facts.filter(({ seq, event }) => seq <= upTo && (types === null || types.has(event.type)))
  }

  #factsOf(row: JournalRow): Fact<E>[] {
    const events = splitFrames(row.events).flatMap((frame) => this.#options.decode(frame))
    return events.map((event, place) => ({ seq: row.seq, time: row.time, place, event }))
  }

  /** Where a table is not what the journal gives, each as a sentence with table, row and column. `now`: UTC milliseconds. */
  async differences(now: number): Promise<string[]> {
    await this.#planForLookups('off')
    await this.#lease.query(`SET work_mem = '64MB'`)
    const found: string[] = []
    for (const [table, how] of this.#options.tables) {
      await this.#lease.query(`ANALYZE pg_temp.${table}`)
      found.push(...(await this.#differencesOf(table, how, now)))
    }
    return found
  }

  async #differencesOf(table: string, how: DerivedTable, now: number): Promise<string[]> {
    const { columns, key } = await columnsOf(this.#lease, `${this.#schema}.${table}`)
    const compared = columns.filter(
      (column) => !(how.except ?? []).includes(column) && !(how.ordered && key.includes(column)),
    )
    const joined = how.ordered ? ['ordinal'] : key
    const rowsOf = (schema: string): string =>
      how.ordered
        ? `(SELECT row_number() OVER (ORDER BY ${key.join(', ')}) AS ordinal, * FROM ${schema}.${table})`
        : `${schema}.${table}`
    const list = (alias: string): string => compared.map((column) => `${alias}.${column}`).join(', ')
    const swept = how.swept === undefined ? '' : ` AND NOT (t.${joined[0]} IS NULL AND ${how.swept})`
    const { rows } = await this.#lease.query<Differing>(
      `SELECT to_jsonb(t) AS told, to_jsonb(m) AS made, count(*) OVER () AS total
       FROM ${rowsOf(this.#schema)} AS t FULL JOIN ${rowsOf('pg_temp')} AS m USING (${joined.join(', ')})
       WHERE (t.${joined[0]} IS NULL OR m.${joined[0]} IS NULL
         OR ROW(${list('t')}) IS DISTINCT FROM ROW(${list('m')}))${swept}
       ORDER BY ${joined.join(', ')} LIMIT ${shownMax}`,
      how.swept === undefined ? [] : [now],
    )
    const more = integerOf(rows[0]?.total ?? '0') - rows.length
    const sentences = rows.map((row) => differenceOf({ table, key, compared }, row))
    return more > 0 ? [...sentences, `${table}: ${more} more rows differ`] : sentences
  }
}

const insufficientPrivilege = '42501'

function refuseWithoutRight(error: unknown): never {
  if (errorCode(error) !== insufficientPrivilege) throw error
  throw new StartRefusal(
    `The database's user may not make temporary tables, in which the check makes the read models anew: grant it TEMPORARY on the database.`,
  )
}

type Jsons = Readonly<Record<string, unknown>>

interface Differing {
  readonly told: Jsons | null
  readonly made: Jsons | null
  readonly total: string
}

interface Table {
  readonly table: string
  readonly key: readonly string[]
  readonly compared: readonly string[]
}

function differenceOf({ table, key, compared }: Table, { told, made }: Differing): string {
  const row = key.map((column) => `${column}=${textOf((told ?? made)?.[column])}`).join(' ')
  if (told === null) return `${table} ${row}: the row is missing`
  if (made === null) return `${table} ${row}: the journal gives no such row`
  const columns = compared
    .map((column) => ({ column, told: textOf(told[column]), made: textOf(made[column]) }))
    .filter((one) => one.told !== one.made)
    .map((one) => `${one.column}: it says ${one.told}, the journal gives ${one.made}`)
  return `${table} ${row}, ${columns.join('; ')}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** A table's columns in their order, and those of its primary key. */
async function columnsOf(lease: Lease, table: string): Promise<{ columns: string[]; key: string[] }> {
  const { rows } = await lease.query<{ name: string; in_key: boolean }>(
    `SELECT a.attname AS name, a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1]) AS in_key FROM pg_attribute AS a
     JOIN pg_index AS i ON i.indrelid = a.attrelid AND i.indisprimary
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    [table],
  )
  return {
    columns: rows.map(({ name }) => name),
    key: rows.filter(({ in_key }) => in_key).map(({ name }) => name),
  }
}
