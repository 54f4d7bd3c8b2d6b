import * as z from 'zod/mini'
import { decimal, id, millis, millisText, page, pageOf, realm, signedDecimal, symbol } from '../values.ts'
import { operatorRoles } from '../access.ts'
import { manualTotal, walletTerms } from './deskTreasury.ts'
import { bracketView, insuranceMove, publicLiquidation } from './derivative.ts'
import { indexSecond } from './evidence.ts'
import { headMailRoutes } from './headMail.ts'
import { houseProfit } from './deskDerivative.ts'
import { optionTermsView } from './option.ts'
import { publicCheckRoutes } from './publicChecks.ts'
import { termKinds } from '../terms.ts'
import { witnessStatement } from '../evidence/witnessed.ts'
import { defineRoute } from './route.ts'
import { signingKeys } from './signingKeys.ts'

/** One second's index of a symbol and how many sources were heard for it. */
export const indexSample = z.object({ time: millis, index: decimal, sources: z.int(), simulated: z.boolean() })
export type IndexSample = z.infer<typeof indexSample>

export const rule = z.object({ name: z.string(), value: z.string(), unit: z.string() })

export const transparencyRules = defineRoute({
  method: 'GET',
  path: '/transparency/rules',
  access: 'guest',
  answer: z.object({
    version: z.string(),
    /**
     * What runs here: the commit that was built, whether the sources differed from it, and one SHA-256 each over the files
     * of the web app as they are served, of the desk, and of the server's programs.
     */
    build: z.object({
      commit: z.nullable(z.string()),
      changed: z.boolean(),
      web: z.nullable(z.string()),
      desk: z.nullable(z.string()),
      server: z.nullable(z.string()),
    }),
    rules: z.array(rule),
    symbols: z.array(
      z.object({
        symbol,
        fee_rate_maker: decimal,
        fee_rate_taker: decimal,
        half_spread_rate: decimal,
        collar_rate: decimal,
        kind: z.string(),
        source: z.string(),
        /** How many sources the last recorded sample was made of, and when it was; null before the first. */
        sources: z.nullable(z.int()),
        sampled: z.nullable(millis),
      }),
    ),
    /** The terms of options, by symbol. */
    options: z.array(optionTermsView),
    /** What withdrawing costs as a share, and the most that it takes to be decided, in milliseconds. */
    withdrawal: z.object({ fee_rate: decimal, deadline: z.int() }),
    exchange_fee_rate: decimal,
    /** All terms that hold now, of everything that has any. */
    terms: z
      .array(
        z.object({
          term: z.enum(termKinds),
          subject: z.string(),
          figures: z
            .array(z.object({ name: z.string(), unit: z.string(), value: z.string() }))
            .check(z.maxLength(2_000)),
        }),
      )
      .check(z.maxLength(10_000)),
  }),
  summary: 'The rules and fees that hold for everyone, as the engine applies them.',
})

export const ruleVersions = defineRoute({
  method: 'GET',
  path: '/transparency/rule_versions',
  access: 'guest',
  answer: z.array(z.object({ version: z.int(), since: millis })),
  summary: 'Which versions of the rules have held here and since when, the newest first.',
})

export const indexSamples = defineRoute({
  method: 'GET',
  path: '/transparency/index_samples/{symbol}',
  access: 'guest',
  params: z.object({ symbol }),
  query: z.object({ from: z.optional(millisText), to: z.optional(millisText) }),
  answer: z.array(indexSample).check(z.maxLength(3_600)),
  errors: ['field_malformed', 'symbol_unknown'],
  summary: 'The recorded one-second index of a symbol; at most an hour a call.',
})

export const indexSources = defineRoute({
  method: 'GET',
  path: '/transparency/index_sources/{symbol}',
  access: 'guest',
  params: z.object({ symbol }),
  query: z.object({ from: z.optional(millisText), to: z.optional(millisText) }),
  answer: z.array(indexSecond).check(z.maxLength(600)),
  errors: ['field_malformed', 'symbol_unknown'],
  summary:
    'The recorded seconds of a symbol with what each source said, so that anybody can reckon the index anew; at most ten minutes a call.',
})

export const insuranceFund = defineRoute({
  method: 'GET',
  path: '/transparency/insurance',
  access: 'guest',
  query: z.object({ ...page, realm: z.optional(realm) }),
  answer: z.object({
    funds: z.array(z.object({ realm, balance: decimal, floor: decimal })),
    ...pageOf(insuranceMove).shape,
  }),
  errors: ['field_malformed'],
  summary: 'What stands in the insurance funds, and every draw and receipt, newest first.',
})

export const liquidationsPublic = defineRoute({
  method: 'GET',
  path: '/transparency/liquidations',
  access: 'guest',
  query: z.object({ ...page, realm: z.optional(realm), symbol: z.optional(symbol) }),
  answer: pageOf(publicLiquidation),
  errors: ['field_malformed', 'symbol_unknown'],
  summary: 'Closing fills and take-overs of liquidations, newest first, without whose they were.',
})

export const manualEntriesPublic = defineRoute({
  method: 'GET',
  path: '/transparency/manual_entries',
  access: 'guest',
  answer: z.object({
    totals: z.array(manualTotal),
    /** Whether one operator may approve changes of terms alone. */
    single_operator: z.boolean(),
    /** When two people last signed what lies outside against the ledger; null for never. */
    reconciled: z.nullable(millis),
  }),
  summary: 'What operators have entered by hand for users, in all, and by how many people changes are approved.',
})

/** A public line of funding: what a market's positions were changed by at a stamp. */
export const fundingLine = z.object({
  id,
  symbol,
  realm,
  time: millis,
  rate: signedDecimal,
  premium: signedDecimal,
  samples: z.int(),
  mark: decimal,
  simulated: z.boolean(),
})
export type FundingLine = z.infer<typeof fundingLine>

export const fundingsPublic = defineRoute({
  method: 'GET',
  path: '/transparency/fundings',
  access: 'guest',
  query: z.object({ ...page, symbol }),
  answer: pageOf(fundingLine),
  errors: ['field_malformed', 'symbol_unknown'],
  summary: "A market's funding rates at each stamp, the newest first.",
})

export const housePublic = defineRoute({
  method: 'GET',
  path: '/transparency/house',
  access: 'guest',
  answer: z.array(houseProfit).check(z.maxLength(40)),
  summary: 'What each product has brought the operator, who is the counterparty of the house’s quotes.',
})

export const lossesPublic = defineRoute({
  method: 'GET',
  path: '/transparency/losses',
  access: 'guest',
  answer: z.object({
    days: z.int(),
    products: z.array(
      z.object({
        realm,
        product: z.enum(['derivative', 'option']),
        /** Who had a result in it. */
        people: z.int(),
        /** How many of them it cost more than it brought; null where they are too few to be no people of their own. */
        losing: z.nullable(z.int()),
      }),
    ),
  }),
  summary: 'How many of those who traded contracts, perpetuals or options in the last ninety days lost by it.',
})

export const withdrawalStatistics = defineRoute({
  method: 'GET',
  path: '/transparency/withdrawals',
  access: 'guest',
  answer: z.object({
    days: z.int(),
    /** How long it took from the request to the decision, in milliseconds: the median, and what 95 of 100 stayed below. */
    paid: z.int(),
    median: z.nullable(z.int()),
    p95: z.nullable(z.int()),
    rejected: z.array(z.object({ reason: z.string(), count: z.int() })),
    waiting: z.int(),
    /** How many wait beyond the promised deadline. */
    overdue: z.int(),
    deadline: z.int(),
    /** How old those are that wait: the number below `until` ms (null: older than all), each counted once. */
    ages: z.array(z.object({ until: z.nullable(z.int()), count: z.int() })).check(z.maxLength(10)),
    /**
     * What the owners of the paid ones said: it arrived, it did not, it did in the end after they had said that it did not
     * (part of `disputed`), or nothing for the stated days; the rest has time to answer.
     */
    answers: z.object({ confirmed: z.int(), disputed: z.int(), settled: z.int(), unanswered: z.int(), days: z.int() }),
  }),
  summary: 'How long withdrawals of real accounts took in the last ninety days, and why some were refused.',
})

/** What is stopped: everything, new orders, or spot alone. Places are for ever. */
export const haltedParts = ['trading', 'orders', 'spot'] as const
/** Why: an operator has decided it, or no price was fresh enough, which stops trading by itself. Places are for ever. */
export const haltCauses = ['operator', 'no_prices'] as const

/** A time in which trading in a market stood still; `reason` is what the operator told, empty where nobody decided it. */
export const halt = z.object({
  id,
  symbol,
  stopped: z.enum(haltedParts),
  cause: z.enum(haltCauses),
  reason: z.string(),
  from: millis,
  /** Null while it lasts. */
  until: z.nullable(millis),
})
export type Halt = z.infer<typeof halt>

export const haltsPublic = defineRoute({
  method: 'GET',
  path: '/transparency/halts',
  access: 'guest',
  query: z.object({ ...page, symbol: z.optional(symbol) }),
  answer: z.object({
    /** The markets that have no fresh price now, and since when; told with the first page. */
    silent: z.array(z.object({ symbol, from: millis })).check(z.maxLength(256)),
    ...pageOf(halt).shape,
  }),
  errors: ['field_malformed', 'symbol_unknown'],
  summary: 'When trading in markets stood still: what was stopped, by whom, why, and until when; the last first.',
})

/** A change of a market's maintenance brackets. */
export const bracketChange = z.object({
  id,
  symbol,
  /**
   * `set` for what is opened or increased from then on; `announced` and `withdrawn` a measure for all that is open;
   * `enforced` where one has come into force.
   */
  change: z.enum(['set', 'announced', 'withdrawn', 'enforced']),
  /** Those that it is about; of a withdrawal those that had been announced. */
  brackets: z.array(bracketView).check(z.maxLength(20)),
  /** When an announced measure comes into force; null otherwise. */
  effective_time: z.nullable(millis),
  time: millis,
})
export type BracketChange = z.infer<typeof bracketChange>

export const bracketsPublic = defineRoute({
  method: 'GET',
  path: '/transparency/brackets',
  access: 'guest',
  query: z.object({ ...page, symbol: z.optional(symbol) }),
  answer: pageOf(bracketChange),
  errors: ['field_malformed', 'symbol_unknown'],
  summary: 'Every change of the maintenance brackets of markets, and every measure for open positions; the last first.',
})

/** The figures of the wallet's terms; a limit bears its level. Those of an answer that a newer server adds may be others. */
export const walletTermsChange = z.object({
  time: millis,
  /** The role of who put the change into force; null where it is not kept. */
  role: z.nullable(z.enum(operatorRoles)),
  /** Each figure that changed: `before` is null where it is not known. */
  figures: z.array(z.object({ name: z.string(), before: z.nullable(z.string()), after: z.string() })),
})
export type WalletTermsChange = z.infer<typeof walletTermsChange>

export const walletTermsPublic = defineRoute({
  method: 'GET',
  path: '/transparency/wallet_terms',
  access: 'guest',
  answer: z.object({
    terms: walletTerms, // and in USDT what one operator alone credits, and pays, in 24 hours stays below
    alone_day_max: decimal,
    changes: z.array(walletTermsChange).check(z.maxLength(100)),
  }),
  summary: 'Every figure of the terms of deposits and withdrawals, and the last hundred changes of them, newest first.',
})

/** Where everything ended at a moment, as it was signed, and which witness outside holds that since when. */
export const witnessedHeads = defineRoute({
  method: 'GET',
  path: '/transparency/witnesses',
  access: 'guest',
  query: z.object(page),
  answer: pageOf(
    z.object({
      statement: z.string(),
      signature: z.string(),
      said: witnessStatement,
      witnesses: z
        .array(
          z.object({
            witness: z.enum(['file', 'http', 'calendar']),
            /** Null where it does not hold it (yet). */
            held: z.nullable(millis),
            /** What it said; of calendars the file of their proof (OpenTimestamps), in base64. */
            answer: z.string(),
            /** Since when the proof of calendars leads to a block; null for any other witness, and before that. */
            proven: z.nullable(millis),
          }),
        )
        .check(z.maxLength(8)),
    }),
  ),
  errors: ['field_malformed'],
  summary:
    'Signed statements of where journal, evidence and proofs ended, and which witness outside holds which of them.',
})

export const transparencyRoutes = {
  ...headMailRoutes,
  witnessedHeads,
  signingKeys,
  ...publicCheckRoutes,
  transparencyRules,
  ruleVersions,
  indexSamples,
  indexSources,
  insuranceFund,
  liquidationsPublic,
  manualEntriesPublic,
  fundingsPublic,
  housePublic,
  lossesPublic,
  withdrawalStatistics,
  haltsPublic,
  bracketsPublic,
  walletTermsPublic,
}
