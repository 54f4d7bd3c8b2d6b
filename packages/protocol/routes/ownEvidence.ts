import { positionSides } from '@truemark/core/derivative/words'
import * as z from 'zod/mini'
import { signedRotations } from '../evidence/keyChain.ts'
import { currency, decimal, id, millis, realm, signedDecimal, symbol } from '../values.ts'
import { digest, indexSecond, journalPlace, saidBySource, signature } from './evidence.ts'
import { defineRoute } from './route.ts'
import { side } from './spot.ts'

/** The fills against the house in one document; the next follow with its cursor. */
export const ownFillsMax = 200

/**
 * What the market said last before a decision: the index that was decided by, and what each source said, as the journal
 * bears it. `sources` is empty where the market told the index alone.
 */
const tick = z.object({
  symbol,
  time: millis,
  index: decimal,
  index_decimals: z.int().check(z.minimum(1), z.maximum(13)),
  /** How far apart the sources were, each clamped: the house stands at least so far from the index. */
  dispersion: decimal,
  sources: z.array(saidBySource).check(z.maxLength(60)),
  rate: indexSecond.shape.rate,
  simulated: z.boolean(),
})
export type DecidingTick = z.infer<typeof tick>

/** How the house quoted around an index, and the row of the journal that set it so. */
const ladder = z.object({
  levels: z.int().check(z.minimum(0), z.maximum(50)),
  half_spread_rate: decimal,
  gap_rate: decimal,
  seq: z.int(),
})
export type HouseTerms = z.infer<typeof ladder>

const fill = z.object({
  fill_id: id,
  side,
  /** Whether the order rested and the house came to it, or it took what the house offered. */
  role: z.enum(['maker', 'taker']),
  price: decimal,
  /** In the base currency, or lots. */
  quantity: decimal,
  amount: decimal,
  fee: decimal,
  /** Null where no order of one's own bore one. */
  fee_rate: z.nullable(decimal),
  /** The index that the house quoted around, and when the engine heard it. */
  index: decimal,
  index_time: millis,
  time: millis,
  /** Places in `ticks` and `ladders`; null where the journal does not bear it. */
  tick: z.nullable(z.int()),
  ladder: z.nullable(z.int()),
  journal: z.nullable(journalPlace),
})
export type HouseFill = z.infer<typeof fill>

const base = { version: z.literal(1), id, realm, simulated: z.boolean() }

/** What one's own order, or position, traded with the house. */
export const fillsEvidence = z.object({
  ...base,
  kind: z.literal('fills'),
  symbol,
  product: z.enum(['spot', 'derivative']),
  price_decimals: z.int().check(z.minimum(0), z.maximum(12)),
  /** What a unit of quantity is of the base currency: 1, or the size of a lot. */
  unit_size: decimal,
  fee_currency: currency,
  fee_decimals: z.int().check(z.minimum(0), z.maximum(18)),
  ticks: z.array(tick).check(z.maxLength(ownFillsMax)),
  ladders: z.array(ladder).check(z.maxLength(ownFillsMax)),
  fills: z.array(fill).check(z.maxLength(ownFillsMax)),
})
export type FillsEvidence = z.infer<typeof fillsEvidence>

/** What one's own exchange of currencies was quoted by, and what came of it. */
export const conversionEvidence = z.object({
  ...base,
  kind: z.literal('conversion'),
  source: currency,
  target: currency,
  source_decimals: z.int().check(z.minimum(0), z.maximum(18)),
  target_decimals: z.int().check(z.minimum(0), z.maximum(18)),
  source_amount: decimal,
  /** After the fee. */
  target_amount: decimal,
  fee: decimal,
  fee_rate: decimal,
  spread_rate: decimal,
  /** The indexes of both in USDT; null for USDT itself. */
  source_index: z.nullable(decimal),
  target_index: z.nullable(decimal),
  ticks: z.array(tick).check(z.maxLength(2)),
  quoted: millis,
  valid_until: millis,
  time: millis,
  /** The rows of the quote, and of the exchange. */
  quote_journal: z.nullable(journalPlace),
  journal: z.nullable(journalPlace),
})
export type ConversionEvidence = z.infer<typeof conversionEvidence>

/** The most minutes of a funding interval, and the most samples of each. */
const minutesMax = 480
const samplesMax = 240

/**
 * The premiums of a minute in the order in which they were sampled: how long (ms) after its start, and at 10⁻⁹. They stand in
 * the journal's rows from `seq` to `seq_last`.
 */
const premiumMinute = z.object({
  time: millis,
  at: z.array(z.int().check(z.minimum(1), z.maximum(60_000))).check(z.maxLength(samplesMax)),
  rates: z.array(z.int()).check(z.maxLength(samplesMax)),
  seq: z.int(),
  seq_last: z.int(),
})
export type PremiumMinute = z.infer<typeof premiumMinute>

/** What a position was at a stamp, and what it was changed by: above zero it was received. */
const fundedPosition = z.object({
  position_id: id,
  side: z.enum(positionSides),
  lots: decimal,
  opened: millis,
  amount: signedDecimal,
  journal: journalPlace,
})
export type FundedPosition = z.infer<typeof fundedPosition>

/** The terms that a rate is reckoned by, and the row of the journal that set them so. */
const fundingTerms = z.object({
  interest_rate: decimal,
  clamp_rate: decimal,
  fee_rate_taker: decimal,
  /** How much is traded at once into either side of the book for a sample, in USDT. */
  impact_notional: decimal,
  seq: z.int(),
})

/** What one's own positions paid or received at a stamp, with every premium that the rate is the mean of. */
export const fundedEvidence = z.object({
  ...base,
  kind: z.literal('funding'),
  symbol,
  /** The stamp. */
  time: millis,
  minutes: z.array(premiumMinute).check(z.maxLength(minutesMax)),
  premium: signedDecimal,
  samples: z.int(),
  rate: signedDecimal,
  terms: z.nullable(fundingTerms),
  mark: decimal,
  /** The recorded second that the mark is, with its sources; null where none were told. */
  second: z.nullable(indexSecond),
  price_decimals: z.int().check(z.minimum(0), z.maximum(12)),
  /** What a lot is of the base currency. */
  unit_size: decimal,
  /** Decimals of USDT. */
  decimals: z.int().check(z.minimum(0), z.maximum(18)),
  positions: z.array(fundedPosition).check(z.maxLength(ownFillsMax)),
  /** The row that set the rate. */
  journal: journalPlace,
})
export type FundedEvidence = z.infer<typeof fundedEvidence>

/** Evidence of what is somebody's own: it is shown to its owner alone. */
export const anyOwnEvidence = z.discriminatedUnion('kind', [fillsEvidence, conversionEvidence, fundedEvidence])
export type OwnEvidence = z.infer<typeof anyOwnEvidence>

/**
 * Evidence of one's own as it is signed: the same text whenever it is asked for, since the journal's rows give it. No log
 * holds it: the rows that it names do, and they are chained.
 */
export const ownEvidenceFile = z.object({
  version: z.literal(1),
  own: z.literal(true),
  key: digest,
  document: z.string().check(z.maxLength(1_000_000)),
  digest,
  signature,
  rotations: z.optional(signedRotations),
})
export type OwnEvidenceFile = z.infer<typeof ownEvidenceFile>

export const ownEvidence = defineRoute({
  method: 'GET',
  path: '/user/evidence/{id}',
  access: 'user',
  byKey: 'read',
  params: z.object({ id }),
  query: z.object({ cursor: z.optional(id) }),
  answer: z.object({ file: ownEvidenceFile, cursor: z.nullable(id) }),
  errors: ['evidence_unknown', 'field_malformed'],
  summary:
    'What one’s own order or position traded with the house, or one’s own exchange, was decided on: sources, index, level, terms, fee; or what one’s own positions paid or received at a funding, with each premium; signed. With `cursor` the fills after that one.',
})

export const ownEvidenceRoutes = { ownEvidence }
