import { type MarketEnd, marketEnds } from '@truemark/protocol/routes/suspensions'
import { type TermKind, termKinds } from '@truemark/protocol/terms'
import * as z from 'zod/mini'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

/** The terms whose switches end something that customers have a part in; and those that two people switch off at once. */
const announcedTerms = ['market', 'leverage', 'option'] as const satisfies readonly TermKind[]
const atOnceTerms = ['eligibility', 'mining'] as const satisfies readonly TermKind[]

/** What was switched off, where the journal says so. */
export interface DoneEnd {
  /** Of the change of terms. */
  readonly number: number
  readonly seq: number
  readonly place: number
  readonly time: number
  /** The market; or the country or coin, where it is of no market. */
  readonly subject: string
  readonly ends: readonly string[]
  /** Whether everyone has to read it a day before. */
  readonly isAnnounced: boolean
}

/** A figure of terms before and after, as far as it shows an end. */
interface Switched {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

/** Which products of a market a change of its terms switches off; none where it is of other terms. */
function endsIn(term: TermKind, figures: readonly Switched[]): MarketEnd[] {
  if (!announcedTerms.some((one) => one === term)) return []
  const off = switchedOff(figures)
  return marketEnds.filter((end) => off.includes(end))
}

function switchedOff(figures: readonly Switched[]): string[] {
  return figures.filter(({ before, after }) => before === 'on' && after === 'off').map(({ name }) => name)
}

// a product that nobody has switched is on
function switchedAtOnce(figures: readonly Switched[]): string[] {
  return figures.filter(({ after }) => after === 'off').map(({ name }) => name)
}

const keptFigures = z.array(
  z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
)

/** Everything that was switched off, in the journal's order. */
export async function findDoneEnds(database: Queryable): Promise<DoneEnd[]> {
  const { rows } = await database.query<{
    number: string
    seq: string
    place: number
    time: string
    kind: number
    subject: string
    figures: unknown
  }>(
    `SELECT number, seq, place, time, kind, subject, figures FROM term_change
     WHERE kind = ANY($1::smallint[]) AND figures @> '[{"after": "off"}]' ORDER BY number`,
    [[...announcedTerms, ...atOnceTerms].map((kind) => termKinds.indexOf(kind))],
  )
  return rows.flatMap(({ number, seq, place, time, kind, subject, figures }) => {
    const told = z.parse(keptFigures, figures)
    const ofMarket = endsIn(wordAt(termKinds, kind), told)
    const isAnnounced = ofMarket.length > 0
    const isAtOnce = atOnceTerms.some((term) => termKinds.indexOf(term) === kind)
    const ends = isAtOnce ? switchedAtOnce(told) : ofMarket
    const at = { number: integerOf(number), seq: integerOf(seq), place, time: integerOf(time) }
    return ends.length === 0 ? [] : [{ ...at, subject, ends, isAnnounced }]
  })
}
