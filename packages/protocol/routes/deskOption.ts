import * as z from 'zod/mini'
import { decimal, realm, reasonText, symbol } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { optionTermsView } from './option.ts'
import { defineRoute } from './route.ts'

/** What the pool of a realm would pay on top of the stakes if all open options of a direction won; USDT. */
const optionExposure = z.object({ realm, up: decimal, down: decimal })

/** The terms of a market's options with what only the desk sees: the caps, and how much of them is used. */
export const deskOption = z.object({
  ...optionTermsView.shape,
  /** The most that the options of one direction in one realm may win; USDT. */
  exposure_max: decimal,
  /** The most that a realm's pool may owe, with all that open options could win; USDT. */
  pool_debt_max: decimal,
  exposure: z.array(optionExposure),
})
export type DeskOption = z.infer<typeof deskOption>

export const deskOptions = defineRoute({
  method: 'GET',
  path: '/desk/options',
  access: 'desk',
  answer: z.array(deskOption),
  summary: 'The terms and caps of options of each market, and how much of the caps open options use.',
})

/** What an operator sets of a market's options; amounts in USDT. */
const writtenTerms = z.object({
  trade_modes: z
    .array(z.object({ trade_mode: z.int().check(z.minimum(1), z.maximum(86_400)), payout_rate: decimal }))
    .check(z.minLength(1), z.maxLength(12)),
  amount_min: decimal,
  amount_max: decimal,
  exposure_max: decimal,
  pool_debt_max: decimal,
})

export const deskOptionOpen = defineRoute({
  method: 'POST',
  path: '/desk/options/{symbol}',
  access: 'desk_market_write',
  params: z.object({ symbol }),
  body: z.extend(writtenTerms, { reason: reasonText }),
  answer: deskOption,
  errors: ['symbol_unknown', 'terms_there', 'field_malformed', 'listing_invalid', ...approvalErrors],
  summary: 'Gives a market its first terms of options, switched off; by two people.',
})

export const deskOptionChange = defineRoute({
  method: 'PATCH',
  path: '/desk/options/{symbol}',
  access: 'desk_market_write',
  params: z.object({ symbol }),
  body: z.object({
    on: z.optional(z.boolean()),
    ...z.partial(writtenTerms).shape,
    reason: reasonText,
  }),
  answer: deskOption,
  errors: ['symbol_unknown', 'field_malformed', 'listing_invalid', 'amount_invalid', ...approvalErrors],
  summary: 'Changes the terms of new options of a market for everyone alike; open options keep theirs.',
})

export const deskOptionRoutes = { deskOptions, deskOptionOpen, deskOptionChange }
