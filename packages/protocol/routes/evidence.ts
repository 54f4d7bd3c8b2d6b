import { logPathMax } from '@truemark/core/proof/log'
import * as z from 'zod/mini'
import { signedRotations } from '../evidence/keyChain.ts'
import { operatorRoles } from '../access.ts'
import { termKinds } from '../terms.ts'
import { currency, decimal, id, millis, page, pageOf, realm, signedDecimal, symbol } from '../values.ts'
import { bracketView } from './derivative.ts'
import { investDirection } from './invest.ts'
import { optionExit, optionOutcome, optionStatus, optionType, optionVoidReason, tieRule } from './option.ts'
import { defineRoute } from './route.ts'
import { side } from './spot.ts'

export const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The row of the journal in which it was decided, and the digest of the row before: both are chained to all others. */
export const journalPlace = z.object({ seq: z.int(), time: millis, digest, previous: digest })
export type JournalPlace = z.infer<typeof journalPlace>

/** One recorded second of the index. */
export const evidenceSample = z.object({ time: millis, price: decimal, sources: z.int(), fresh: z.boolean() })
export type EvidenceSample = z.infer<typeof evidenceSample>

/** What one source said: its price between bid and ask, what that is in, and when the venue said so. */
export const saidBySource = z.object({
  source: z.string(),
  price: decimal,
  quote: z.enum(['USDT', 'USD']),
  time: millis,
})

/** A recorded second of an index with what each source said. */
export const indexSecond = z.object({
  time: millis,
  index: decimal,
  sources: z.array(saidBySource),
  /** Dollars for a USDT, where a price in dollars counted; its quote is USD. */
  rate: z.nullable(saidBySource),
})
export type IndexSecond = z.infer<typeof indexSecond>

const samples = z.array(evidenceSample).check(z.maxLength(60))

const base = {
  id,
  symbol,
  realm,
  simulated: z.boolean(),
  journal: z.nullable(journalPlace),
  /** The version of the rule by which prices lead to a result, {@link evidenceMethod}. */
  method: z.int(),
}

/** Grows with every change of how a result is reckoned from prices, so that old evidence is checked by its own rule. */
export const evidenceMethod = 1

/** The sources in the index of a recorded second, each with when it was heard last until then; null: not lately. */
export const heardSecond = z.object({
  time: millis,
  sources: z.array(z.object({ source: z.string(), heard: z.nullable(millis) })),
})
export type HeardSecond = z.infer<typeof heardSecond>

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
  /** By what these seconds count as fresh; absent in documents of before, and of seconds of before. */
  entry_heard: z.optional(z.array(heardSecond).check(z.maxLength(60))),
  expiration: z.nullable(millis),
  exit_price: z.nullable(decimal),
  closed: z.nullable(millis),
  exit: z.nullable(optionExit),
  index_decimals: z.int(),
  /** What the sources said in the seconds that decided; absent in documents of before, whose files have it beside them. */
  sources: z.optional(z.array(indexSecond).check(z.maxLength(2))),
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
  /** SHA-256 of what it was decided by, which its owner alone is told; absent where it was not written down yet. */
  reckoning_digest: z.optional(digest),
  /** What the insurance fund paid; below zero what it received. */
  insurance: signedDecimal,
  time: millis,
  samples,
})
export type LiquidationEvidence = z.infer<typeof liquidationEvidence>

/**
 * What a liquidation was decided by, for its owner alone: equity is `available` and `held` (of a position on its own
 * margin `held` alone) and each profit; each maintenance is the position's share by its own brackets. USDT.
 */
export const liquidationReckoning = z.object({
  version: z.literal(1),
  /** What nobody else knows, so that the digest tells nothing. */
  nonce: digest,
  available: decimal,
  held: decimal,
  /** What open orders held: it never counts. */
  held_by_orders: decimal,
  equity: signedDecimal,
  maintenance: decimal,
  positions: z
    .array(
      z.object({
        position_id: id,
        symbol,
        mode: z.enum(['ticket', 'cross', 'isolated']),
        side: z.enum(['long', 'short']),
        lots: decimal,
        /** All that its holder had in the market, which chooses the bracket. */
        lots_whole: decimal,
        cost: decimal,
        mark: decimal,
        mark_decimals: z.int(),
        mark_time: millis,
        sources: z.int(),
        /** What a hundredth of a lot is worth at the mark's last decimal, in millionths of USDT. */
        lot_worth: z.string().check(z.regex(/^[1-9][0-9]{0,15}$/)),
        brackets_version: z.int(),
        brackets: z.array(bracketView).check(z.maxLength(20)),
        profit: signedDecimal,
        maintenance: decimal,
      }),
    )
    .check(z.maxLength(1_000)),
})
export type LiquidationReckoning = z.infer<typeof liquidationReckoning>

const reckoningText = z.string().check(z.maxLength(2_000_000))

export const evidenceReckoning = defineRoute({
  method: 'GET',
  path: '/transparency/evidence/{id}/reckoning',
  access: 'user',
  params: z.object({ id }),
  answer: z.object({ reckoning: reckoningText, digest }),
  errors: ['evidence_unknown'],
  summary: 'What one’s own liquidation was decided by, as the text of which the public evidence bears the digest.',
})

/** A stop-loss or take-profit that the mark has passed, and what came of it, without a word about whose it was. */
export const triggerEvidence = z.object({
  ...base,
  kind: z.literal('trigger'),
  product: z.enum(['contract', 'perpetual']),
  position: z.enum(['long', 'short']),
  cause: z.enum(['stop_loss', 'take_profit']),
  /** The price that its owner had set. */
  target: decimal,
  /** The mark that passed it, when that was, and the mark before; null where none had been heard. */
  mark: decimal,
  mark_time: millis,
  previous_mark: z.nullable(decimal),
  /** When the engine decided. */
  time: millis,
  state: z.enum(['closing', 'closed']),
  /** What was closed by it so far, and at what average price; null where nothing was. */
  lots: decimal,
  price: z.nullable(decimal),
  closed: z.nullable(millis),
  samples,
})
export type TriggerEvidence = z.infer<typeof triggerEvidence>

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

const deedRole = z.nullable(z.enum([...operatorRoles, 'server']))

/** A change of terms: what it is of, each figure that changed, when, and by which roles. */
const termsChange = {
  id,
  method: z.int(),
  term: z.enum(termKinds),
  /** The market, currency or country; empty where it is of everything. */
  subject: z.string(),
  figures: z
    .array(
      z.object({
        /** What is of a level, a day or an amount bears that after a space. */
        name: z.string(),
        /** `rate` (a share), `ms`, `time` (UTC ms), `days`, `lots`, a currency's code, or nothing. */
        unit: z.string(),
        before: z.nullable(z.string()),
        after: z.nullable(z.string()),
      }),
    )
    .check(z.maxLength(2_000)),
  time: millis,
  /** The role of who asked for it, null where it is not known; and of who approved it, null where one person was enough. */
  proposed: deedRole,
  confirmed: deedRole,
  /** The entry of the audit log that says so, with its digest, to which all entries before it are chained. */
  audit: z.nullable(z.object({ entry: z.int(), digest })),
  journal: z.nullable(journalPlace),
}

/** A change of terms that the engine goes by: it stands in the journal. */
export const termsEvidence = z.object({ ...termsChange, kind: z.literal('terms') })
/** A change of terms that the audit log alone bears: sources of prices, networks, documents, versions of the rules, stated assets. */
export const noticeEvidence = z.object({ ...termsChange, kind: z.literal('notice') })
export type TermsEvidence = z.infer<typeof termsEvidence> | z.infer<typeof noticeEvidence>

/** What the owner of a payout said of it, without a word about whose it was or how much. */
export const payoutEvidence = z.object({
  id,
  method: z.int(),
  kind: z.literal('payout'),
  currency,
  /** The network of an address; empty where it went to a card. */
  network: z.string(),
  /** When it was said to be paid, and when its owner said whether it arrived. */
  paid: millis,
  time: millis,
  arrived: z.boolean(),
  /** Whether it had been said before that it did not arrive. */
  settles: z.boolean(),
  journal: z.nullable(journalPlace),
})
export type PayoutEvidence = z.infer<typeof payoutEvidence>

/** What was decided on prices, with these; the terms by which; and what people said of their payouts. */
export const anyEvidence = z.discriminatedUnion('kind', [
  optionEvidence,
  liquidationEvidence,
  triggerEvidence,
  fundingEvidence,
  investEvidence,
  termsEvidence,
  noticeEvidence,
  payoutEvidence,
])
export type AnyEvidence = z.infer<typeof anyEvidence>

export const evidence = defineRoute({
  method: 'GET',
  path: '/transparency/evidence/{id}',
  access: 'guest',
  params: z.object({ id }),
  answer: anyEvidence,
  errors: ['evidence_unknown'],
  summary:
    'What an option, a liquidation, a stop-loss or take-profit, a funding or an investment was decided on, by its number, without whose it was.',
})

export const signature = z.string().check(z.regex(/^[0-9a-f]{128}$/))
const logPath = z.array(digest).check(z.maxLength(logPathMax))
const size = z.string().check(z.regex(/^[1-9][0-9]{0,11}$/))

/**
 * A head of the evidence log: `head` is what is signed, as one text: JSON of version, log, size (how many entries it
 * is of), time, and root (their Merkle root as in RFC 6962).
 */
export const logHead = z.object({ head: z.string().check(z.maxLength(1_000)), signature })
export type LogHead = z.infer<typeof logHead>

/**
 * Evidence as it stands in the log, with all that a check without any server needs. `document` is the evidence byte for
 * byte as it was signed; its hash is the entry at `index`, and `path` leads from there to the root of `head`.
 */
export const evidenceFile = z.object({
  version: z.literal(1),
  /** The public key of the signatures: 32 bytes of Ed25519. */
  key: digest,
  document: z.string().check(z.maxLength(400_000)),
  digest,
  signature,
  index: z.int().check(z.minimum(0)),
  head: logHead,
  path: logPath,
  /** The head of a day before, and the proof that the log has only grown since; null where there is none. */
  earlier: z.nullable(z.object({ ...logHead.shape, path: logPath })),
  /** The statements that lead from the first key to `key`, the oldest first; absent where it was never rotated. */
  rotations: z.optional(signedRotations),
  /** What a liquidation was decided by, where its owner saved the file. */
  reckoning: z.optional(reckoningText),
  /** What the sources said in the seconds that decided an option, of which the signed document says nothing. */
  sources: z.optional(z.array(indexSecond).check(z.maxLength(2))),
})
export type EvidenceFile = z.infer<typeof evidenceFile>

export const evidenceEntry = defineRoute({
  method: 'GET',
  path: '/transparency/evidence/{id}/file',
  access: 'guest',
  params: z.object({ id }),
  answer: evidenceFile,
  errors: ['evidence_unknown', 'proof_unknown'],
  summary: 'Evidence as it was signed, with its place in the log: all that `npm run verify-evidence` checks offline.',
})

export const evidenceHeads = defineRoute({
  method: 'GET',
  path: '/transparency/evidence_heads',
  access: 'guest',
  query: z.object({ ...page }),
  answer: z.object({ key: digest, ...pageOf(z.object({ ...logHead.shape, size: z.int(), time: millis })).shape }),
  errors: ['field_malformed'],
  summary: 'The signed heads of the evidence log, the newest first: the last one, and the last of each day before.',
})

export const evidenceGrowth = defineRoute({
  method: 'GET',
  path: '/transparency/evidence_heads/{from}/{to}',
  access: 'guest',
  params: z.object({ from: size, to: size }),
  answer: z.object({ path: logPath }),
  errors: ['field_malformed', 'proof_unknown'],
  summary:
    'The proof that the first `from` entries of the evidence log are the beginning of its first `to` (RFC 6962).',
})

export const evidenceRoutes = { evidence, evidenceReckoning, evidenceEntry, evidenceHeads, evidenceGrowth }
