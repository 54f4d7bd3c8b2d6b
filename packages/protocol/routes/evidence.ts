import * as z from 'zod/mini'
import { currency, decimal, id, millis, realm, signedDecimal, symbol } from '../values.ts'
import { investDirection } from './invest.ts'
import { optionExit, optionOutcome, optionStatus, optionType, optionVoidReason, tieRule } from './option.ts'
import { defineRoute } from './route.ts'
import { side } from './spot.ts'

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The row of the journal in which it was decided, and the digest of the row before: both are chained to all others. */
export const journalPlace = z.object({ seq: z.int(), time: millis, digest, previous: digest })
export type JournalPlace = z.infer<typeof journalPlace>

/** One recorded second of the index. */
export const evidenceSample = z.object({ time: millis, price: decimal, sources: z.int(), fresh: z.boolean() })
export type EvidenceSample = z.infer<typeof evidenceSample>

const samples = z.array(evidenceSample).check(z.maxLength(60))

const base = { id, symbol, realm, simulated: z.boolean(), journal: z.nullable(journalPlace) }

/** An option without a word about whose it is, nor how much was staked. */
export const optionEvidence = z.object({
  ...base,
  kind: z.literal('option'),
  type: optionType,
  trade_mode: z.int(),
  payout_rate: decimal,
  tie_rule: tieRule,
  accepted: millis,
  status: optionStatus,
  outcome: z.nullable(optionOutcome),
  reason: z.nullable(optionVoidReason),
  entry: z.nullable(z.object({ time: millis, price: decimal, sources: z.int() })),
  /** The samples of the seconds in which it could have entered. */
  entry_samples: samples,
  expiration: z.nullable(millis),
  exit_price: z.nullable(decimal),
  closed: z.nullable(millis),
  exit: z.nullable(optionExit),
})
export type OptionEvidence = z.infer<typeof optionEvidence>

/** One closing of a liquidation, by a fill or by a take-over. */
export const liquidationEvidence = z.object({
  ...base,
  kind: z.literal('liquidation'),
  side,
  lots: decimal,
  /** The mark that decided, and when it was. */
  mark: decimal,
  mark_time: millis,
  price: decimal,
  taken_over: z.boolean(),
  /** What the insurance fund paid; below zero what it received. */
  insurance: signedDecimal,
  time: millis,
  samples,
})
export type LiquidationEvidence = z.infer<typeof liquidationEvidence>

/** The funding of one market at one stamp, with the terms by which it is reckoned now. */
export const fundingEvidence = z.object({
  ...base,
  kind: z.literal('funding'),
  time: millis,
  rate: signedDecimal,
  premium: signedDecimal,
  /** How many premiums of the interval the mean is of. */
  samples: z.int(),
  mark: decimal,
  interest_rate: decimal,
  clamp_rate: decimal,
  fee_rate_taker: decimal,
})
export type FundingEvidence = z.infer<typeof fundingEvidence>

/**
 * What an investment's product was settled on: the same for all who bought it, without a word about them. `samples` are all
 * that the settlement price is the mean of; each price has `index_decimals`.
 */
export const investEvidence = z.object({
  ...base,
  kind: z.literal('investment'),
  direction: investDirection,
  coin: currency,
  linked_reference_price: decimal,
  annualized_return: decimal,
  holding_period: z.int(),
  maturity_date: millis,
  /** `running`: it has not matured; `void`: no settlement price could be had. */
  state: z.enum(['running', 'settled', 'void']),
  settlement_price: z.nullable(decimal),
  /** Whether the coin was paid, or USDT. */
  paid_coin: z.nullable(z.boolean()),
  sample_count: z.int(),
  sources_min: z.int(),
  index_decimals: z.int(),
  samples: z.array(evidenceSample).check(z.maxLength(1_800)),
})
export type InvestEvidence = z.infer<typeof investEvidence>

export const evidence = defineRoute({
  method: 'GET',
  path: '/transparency/evidence/{id}',
  access: 'guest',
  params: z.object({ id }),
  answer: z.discriminatedUnion('kind', [optionEvidence, liquidationEvidence, fundingEvidence, investEvidence]),
  errors: ['evidence_unknown'],
  idempotent: false,
  summary:
    'What an option, a liquidation, a funding or an investment was decided on, by its number, without whose it was.',
})

export const evidenceRoutes = { evidence }
