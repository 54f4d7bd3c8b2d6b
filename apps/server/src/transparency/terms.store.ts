import { firstConversionTerms } from '@truemark/core/convert/terms'
import { firstWalletTerms } from '@truemark/core/wallet/terms'
import type { Event } from '@truemark/core/vocabulary'
import { type TermKind, termKinds } from '@truemark/protocol/terms'
import * as z from 'zod/mini'
import type { Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'
import { type Coin, type Market, type TermFigure, isOn, time } from '../platform/termFigure.ts'
import { type ServedProduct, servedProducts } from '../wealth/door.ts'
import {
  chargeFigures,
  exchangeFigures,
  leverageFigures,
  marketFigures,
  measureFigures,
  optionFigures,
  poolFigures,
  walletFigures,
} from './termFigures.ts'

const keptFigures = z.array(z.object({ name: z.string(), unit: z.string(), text: z.string() }))
const keptChanges = z.array(
  z.object({ name: z.string(), unit: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
)
/** A figure with what it was and what it is; null: there was, or is, none. */
export type FigureChange = z.infer<typeof keptChanges>[number]

/** All terms of one thing as they stand: `item` tells it from others of its kind. */
interface TermSet {
  readonly kind: TermKind
  readonly item: string
  readonly subject: string
  readonly figures: readonly TermFigure[]
}

/** A change of terms as the journal gives it. */
export interface TermChange {
  readonly number: number
  readonly seq: number
  /** Its event's place among all of the row. */
  readonly place: number
  readonly time: number
  readonly kind: TermKind
  readonly subject: string
  readonly figures: readonly FigureChange[]
}

const wants = [
  'symbolListed',
  'listingConfigured',
  'productSwitched',
  'derivativeConfigured',
  'derivativeTermsSet',
  'bracketsAnnounced',
  'bracketsWithdrawn',
  'bracketsEnforced',
  'chargesAnnounced',
  'chargesWithdrawn',
  'chargesEnforced',
  'optionConfigured',
  'walletConfigured',
  'conversionConfigured',
  'poolBounded',
] as const satisfies readonly Event['type'][]
type TermEvent = Extract<Event, { type: (typeof wants)[number] }>
const isTermEvent = (event: Event): event is TermEvent => wants.some((type) => type === event.type)

const productOf: ReadonlyMap<string, ServedProduct> = new Map(
  servedProducts.flatMap((product) => product.terms.changedBy.map((type) => [type, product] as const)),
)

/** Whether an event changes terms. */
export function isOfTerms(event: Event): boolean {
  return productOf.has(event.type) || isTermEvent(event)
}

/** The public history of terms. */
export const termProjection: Projection<Event> = {
  name: 'term_change',
  wants: [...wants, ...servedProducts.flatMap(({ terms }) => terms.changedBy)],
  apply: async (facts, writer) => {
    const book = await TermBook.read(writer)
    for (const { event, ...at } of facts) book.take(event, at)
    await book.write(writer)
  },
}

interface Place {
  readonly seq: number
  readonly place: number
  readonly time: number
}

/** The terms as they stand, and what has changed since they were read. */
class TermBook {
  readonly #sets: Map<string, TermSet>
  readonly #coins: ReadonlyMap<number, Coin>
  readonly #markets: ReadonlyMap<number, Market>
  readonly #changed = new Set<string>()
  readonly #made: TermChange[] = []
  #next: number

  private constructor(
    sets: Map<string, TermSet>,
    coins: ReadonlyMap<number, Coin>,
    markets: ReadonlyMap<number, Market>,
    next: number,
  ) {
    this.#sets = sets
    this.#coins = coins
    this.#markets = markets
    this.#next = next
  }

  static async read(client: Queryable): Promise<TermBook> {
    const coins = await readCoins(client)
    const { rows } = await client.query<{ next: string }>(
      'SELECT coalesce(max(number), 0) + 1 AS next FROM term_change',
    )
    const sets = await readSets(client, coins)
    return new TermBook(sets, coins, await readMarkets(client, coins), integerOf(rows[0]?.next ?? '1'))
  }

  take(event: Event, at: Place): void {
    const product = productOf.get(event.type)
    if (product !== undefined) this.#takeProduct(event, product, at)
    else if (isTermEvent(event)) this.#change(this.#setsOf(event), at)
  }

  #takeProduct(event: Event, { terms: { kind }, termsOf }: ServedProduct, at: Place): void {
    const said = termsOf(event, {
      coin: (id) => this.#coin(id),
      market: (id) => this.#market(id),
      figure: (item, name) => this.#sets.get(nameOf(kind, String(item)))?.figures.find((one) => one.name === name),
    })
    if (said === null) return
    const item = String(said.item)
    if ('news' in said)
      this.#note(kind, this.#sets.get(nameOf(kind, item))?.subject ?? '', changesOf([], said.news), at)
    else if ('figure' in said) this.#change([this.#with(kind, item, '', said.figure)], at)
    else this.#change([{ kind, item, subject: said.subject, figures: said.figures }], at)
  }

  #change(made: readonly TermSet[], at: Place): void {
    for (const set of made) {
      const name = nameOf(set.kind, set.item)
      const changes = changesOf(this.#sets.get(name)?.figures ?? [], set.figures)
      if (changes.length === 0) continue
      this.#sets.set(name, set)
      this.#changed.add(name)
      this.#note(set.kind, set.subject, changes, at)
    }
  }

  #note(kind: TermKind, subject: string, figures: readonly FigureChange[], { seq, place, time }: Place): void {
    this.#made.push({ number: this.#next, seq, place, time, kind, subject, figures })
    this.#next += 1
  }

  #setsOf(event: TermEvent): TermSet[] {
    switch (event.type) {
      case 'symbolListed':
      case 'listingConfigured': {
        const market = this.#market(event.listing)
        return [this.#set('market', event.listing, market.code, marketFigures(event.terms, market))]
      }
      case 'productSwitched':
        return [this.#with('eligibility', event.country, event.country, isOn(event.product, event.on))]
      case 'optionConfigured': {
        const { code } = this.#market(event.listing)
        return [this.#set('option', event.listing, code, optionFigures(event.terms, this.#usdt))]
      }
      case 'walletConfigured':
        return [this.#set('wallet', '', '', walletFigures(event.terms, this.#usdt))]
      case 'conversionConfigured':
        return [this.#set('exchange', '', '', exchangeFigures(event.terms, this.#usdt))]
      case 'poolBounded': {
        const coin = this.#coin(event.currency)
        const item = `${event.realm} ${coin.code}`
        return [this.#set('pool', item, item, poolFigures(event.debtMax, coin))]
      }
      case 'derivativeConfigured':
      case 'derivativeTermsSet':
      case 'bracketsAnnounced':
      case 'bracketsWithdrawn':
      case 'bracketsEnforced':
      case 'chargesAnnounced':
      case 'chargesWithdrawn':
      case 'chargesEnforced':
        return this.#leverage(event)
    }
  }

  #leverage(event: Extract<TermEvent, { type: `${'derivative' | 'brackets' | 'charges'}${string}` }>): TermSet[] {
    const { listing } = event
    const market = this.#market(listing)
    const measure = (figures: readonly TermFigure[]): TermSet => this.#set('measure', listing, market.code, figures)
    const charges = (figures: readonly TermFigure[]): TermSet => this.#set('charges', listing, market.code, figures)
    switch (event.type) {
      case 'bracketsAnnounced':
        return [measure(measureFigures(event.brackets, event.effectiveAt, this.#usdt))]
      case 'bracketsWithdrawn':
        return [measure([])]
      case 'chargesAnnounced':
        return [charges([time('effective_time', event.effectiveAt), ...chargeFigures(event.charges, this.#usdt)])]
      case 'chargesWithdrawn':
        return [charges([])]
      default: {
        const terms = this.#set('leverage', listing, market.code, leverageFigures(event.terms, market, this.#usdt))
        if (event.type === 'bracketsEnforced') return [terms, measure([])]
        return event.type === 'chargesEnforced' ? [terms, charges([])] : [terms]
      }
    }
  }

  #set(kind: TermKind, item: number | string, subject: string, figures: readonly TermFigure[]): TermSet {
    return { kind, item: String(item), subject, figures }
  }

  /** The terms as they stand, with one figure as it is now. */
  #with(kind: TermKind, item: string, subject: string, figure: TermFigure): TermSet {
    const before = this.#sets.get(nameOf(kind, item))
    const others = (before?.figures ?? []).filter(({ name }) => name !== figure.name)
    return { kind, item, subject: before?.subject ?? subject, figures: [...others, figure] }
  }

  get #usdt(): Coin {
    return this.#coin(0)
  }

  #coin(id: number): Coin {
    const coin = this.#coins.get(id)
    if (coin === undefined) throw new Error(`no currency ${id} is listed`)
    return coin
  }

  #market(id: number): Market {
    const market = this.#markets.get(id)
    if (market === undefined) throw new Error(`no market ${id} is listed`)
    return market
  }

  async write(client: Queryable): Promise<void> {
    const made = this.#made
    await client.query(
      `INSERT INTO term_change (number, seq, place, time, kind, subject, figures)
       SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::bigint[], $5::smallint[], $6::text[], $7::jsonb[])`,
      [
        made.map(({ number }) => number),
        made.map(({ seq }) => seq),
        made.map(({ place }) => place),
        made.map(({ time }) => time),
        made.map(({ kind }) => termKinds.indexOf(kind)),
        made.map(({ subject }) => subject),
        made.map(({ figures }) => JSON.stringify(figures)),
      ],
    )
    const sets = [...this.#changed].flatMap((name) => this.#sets.get(name) ?? [])
    await client.query(
      `INSERT INTO term_state (kind, item, subject, figures)
       SELECT * FROM unnest($1::smallint[], $2::text[], $3::text[], $4::jsonb[])
       ON CONFLICT (kind, item) DO UPDATE SET subject = excluded.subject, figures = excluded.figures`,
      [
        sets.map(({ kind }) => termKinds.indexOf(kind)),
        sets.map(({ item }) => item),
        sets.map(({ subject }) => subject),
        sets.map(({ figures }) => JSON.stringify(figures)),
      ],
    )
  }
}

function nameOf(kind: TermKind, item: string): string {
  return `${kind} ${item}`
}

/** What of figures is another than before, in their order; what there is no more comes last. */
function changesOf(before: readonly TermFigure[], after: readonly TermFigure[]): FigureChange[] {
  const was = new Map(before.map(({ name, text }) => [name, text]))
  const is = new Set(after.map(({ name }) => name))
  const changed = after
    .filter(({ name, text }) => was.get(name) !== text)
    .map(({ name, unit, text }) => ({ name, unit, before: was.get(name) ?? null, after: text }))
  const gone = before
    .filter(({ name }) => !is.has(name))
    .map(({ name, unit, text }) => ({ name, unit, before: text, after: null }))
  return [...changed, ...gone]
}

async function readCoins(client: Queryable): Promise<Map<number, Coin>> {
  const { rows } = await client.query<{ id: number; code: string; scale: number }>(
    'SELECT id, code, scale FROM currency',
  )
  return new Map(rows.map(({ id, code, scale }) => [id, { code, scale }]))
}

async function readMarkets(client: Queryable, coins: ReadonlyMap<number, Coin>): Promise<Map<number, Market>> {
  const { rows } = await client.query<{ id: number; code: string; base: number; quote: number; decimals: number }>(
    'SELECT id, code, base, quote, price_decimals AS decimals FROM listing',
  )
  return new Map(
    rows.flatMap((row) => {
      const [base, quote] = [coins.get(row.base), coins.get(row.quote)]
      if (base === undefined || quote === undefined) return []
      return [[row.id, { code: row.code, base, quote, priceDecimals: row.decimals }] as const]
    }),
  )
}

async function readSets(client: Queryable, coins: ReadonlyMap<number, Coin>): Promise<Map<string, TermSet>> {
  const { rows } = await client.query<{ kind: number; item: string; subject: string; figures: unknown }>(
    'SELECT kind, item, subject, figures FROM term_state ORDER BY kind, subject, item',
  )
  const sets = new Map<string, TermSet>()
  // the terms that the product ships with hold before anybody sets any
  const usdt = coins.get(0)
  if (usdt !== undefined) {
    const figures = walletFigures(firstWalletTerms, usdt)
    sets.set(nameOf('wallet', ''), { kind: 'wallet', item: '', subject: '', figures })
    const exchange = exchangeFigures(firstConversionTerms, usdt)
    sets.set(nameOf('exchange', ''), { kind: 'exchange', item: '', subject: '', figures: exchange })
  }
  for (const { kind: at, item, subject, figures } of rows) {
    const kind = wordAt(termKinds, at)
    sets.set(nameOf(kind, item), { kind, item, subject, figures: z.parse(keptFigures, figures) })
  }
  return sets
}

const productKinds: ReadonlyMap<TermKind, ServedProduct> = new Map(
  servedProducts.map((product) => [product.terms.kind, product]),
)

/** All terms that bind at `now`, by kind and subject: of products those that are still offered. */
export async function findTermsNow(database: Queryable, now: number): Promise<TermSet[]> {
  const sets = await readSets(database, await readCoins(database))
  return [...sets.values()].filter(({ kind, figures }) => {
    const product = productKinds.get(kind)
    if (product === undefined) return figures.length > 0
    const textOf = (name: string): string | undefined => figures.find((one) => one.name === name)?.text
    const { ends: figure } = product.terms
    const ends = figure === undefined ? undefined : textOf(figure)
    return textOf('on') !== 'off' && (ends === undefined || Number(ends) > now)
  })
}

/** A change of terms by its number; null where there is none. */
export async function findTermChange(database: Queryable, number: number): Promise<TermChange | null> {
  const { rows } = await database.query<{
    seq: string
    place: number
    time: string
    kind: number
    subject: string
    figures: unknown
  }>('SELECT seq, place, time, kind, subject, figures FROM term_change WHERE number = $1', [number])
  const [row] = rows
  if (row === undefined) return null
  return {
    number,
    seq: integerOf(row.seq),
    place: row.place,
    time: integerOf(row.time),
    kind: wordAt(termKinds, row.kind),
    subject: row.subject,
    figures: z.parse(keptChanges, row.figures),
  }
}

/** The row of the journal before `seq` that changed terms of a subject last; null where none did. */
export async function findTermsRow(
  database: Queryable,
  { kind, subject, seq }: { readonly kind: TermKind; readonly subject: string; readonly seq: number },
): Promise<number | null> {
  const { rows } = await database.query<{ seq: string }>(
    'SELECT seq FROM term_change WHERE kind = $1 AND subject = $2 AND seq < $3 ORDER BY number DESC LIMIT 1',
    [termKinds.indexOf(kind), subject, seq],
  )
  return rows[0] === undefined ? null : integerOf(rows[0].seq)
}
