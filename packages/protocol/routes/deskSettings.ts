import { haltStates } from '@truemark/core/book/listing'
import * as z from 'zod/mini'
import { currency, decimal, line, millis, page, pageOf, realm, reasonText, signedDecimal, symbol } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { appFields } from './content.ts'
import { marketState, priceKind } from './market.ts'
import { defineRoute } from './route.ts'
import { haltGround } from './suspensions.ts'
import { suspensionErrors } from './touches.ts'

const minuteMax = 1_440

/** Session hours in UTC: on a day of the week (0 is Sunday), from a minute on and until one. None means around the clock. */
export const sessionHours = z
  .array(
    z
      .object({
        weekday: z.int().check(z.minimum(0), z.maximum(6)),
        from: z.int().check(z.minimum(0), z.maximum(minuteMax - 1)),
        to: z.int().check(z.minimum(1), z.maximum(minuteMax)),
      })
      .check(z.refine(({ from, to }) => from < to)),
  )
  .check(z.maxLength(28), z.refine(isApart))
export type SessionHours = z.infer<typeof sessionHours>

function isApart(hours: readonly { weekday: number; from: number; to: number }[]): boolean {
  return hours.every((one, at) =>
    hours.every(
      (other, place) => place === at || other.weekday !== one.weekday || other.to <= one.from || other.from >= one.to,
    ),
  )
}

/** A market's terms as the desk shows and changes them. Rates are shares: "0.001" is 0.1 %. */
export const deskSymbol = z.object({
  symbol,
  base: currency,
  quote: currency,
  price_decimals: z.int(),
  quantity_decimals: z.int(),
  price_max: decimal,
  quantity_max: decimal,
  amount_min: decimal,
  fee_rate_maker: decimal,
  fee_rate_taker: decimal,
  collar_rate: decimal,
  ladder_levels: z.int(),
  half_spread_rate: decimal,
  gap_rate: decimal,
  level_quantity: decimal,
  refill_per_second: decimal,
  position_max: decimal,
  sessions: sessionHours,
  halt: z.enum(haltStates),
  halt_reason: z.string(),
  /** When the halt ends by itself; null where none was made. */
  halt_until: z.nullable(millis),
  spot: z.boolean(),
  status: marketState,
  kind: priceKind,
  source: z.string(),
  sources: z.int(),
})
export type DeskSymbol = z.infer<typeof deskSymbol>

export const deskSymbols = defineRoute({
  method: 'GET',
  path: '/desk/symbols',
  access: 'desk',
  answer: z.array(deskSymbol),
  summary: 'The markets with their terms.',
})

export const deskSymbolChange = defineRoute({
  method: 'PATCH',
  path: '/desk/symbols/{symbol}',
  access: 'desk_market_write',
  params: z.object({ symbol }),
  body: z.object({
    amount_min: z.optional(decimal),
    fee_rate_maker: z.optional(decimal),
    fee_rate_taker: z.optional(decimal),
    collar_rate: z.optional(decimal),
    ladder_levels: z.optional(z.int().check(z.minimum(1), z.maximum(50))),
    half_spread_rate: z.optional(decimal),
    gap_rate: z.optional(decimal),
    level_quantity: z.optional(decimal),
    refill_per_second: z.optional(decimal),
    position_max: z.optional(decimal),
    sessions: z.optional(sessionHours),
    spot: z.optional(z.boolean()),
    reason: reasonText,
  }),
  answer: deskSymbol,
  errors: ['symbol_unknown', 'field_malformed', 'listing_invalid', ...approvalErrors],
  summary: 'Changes the terms of a market for everyone alike; orders that rest keep the rate they were accepted at.',
})

export const deskSymbolHalt = defineRoute({
  method: 'PUT',
  path: '/desk/symbols/{symbol}/halt',
  access: 'desk_market_write',
  params: z.object({ symbol }),
  body: z.object({
    halt: z.enum(haltStates),
    /** Needed to halt, and says nothing where trading goes on. */
    ground: z.optional(haltGround),
    /** For how long two people halt it: 24 where it is not said. */
    hours: z.optional(z.int().check(z.minimum(1), z.maximum(24))),
    reason: reasonText,
  }),
  answer: deskSymbol,
  errors: ['symbol_unknown', 'field_malformed', ...suspensionErrors],
  summary:
    'Halts a market for everyone, or lets it go on: a halt holds for an hour at once, and for up to a day once another operator has confirmed it.',
})

export const deskAppData = defineRoute({
  method: 'GET',
  path: '/desk/app_data',
  access: 'desk',
  answer: appFields,
  summary: 'The thirteen fields of app data.',
})

export const deskAppDataChange = defineRoute({
  method: 'PUT',
  path: '/desk/app_data',
  access: 'desk_content_write',
  /** A reason is needed where the fee of withdrawals changes. */
  body: z.extend(appFields, { reason: z.optional(reasonText) }),
  answer: appFields,
  errors: ['field_malformed', 'information_incomplete', 'amount_invalid', ...approvalErrors],
  summary:
    'Sets all thirteen fields; the fee of withdrawals is an administrator’s to change, with a reason, and waits for a second person alone.',
})

export const inviteCode = z.object({
  code: z.string(),
  note: z.string(),
  uses: z.int(),
  uses_max: z.nullable(z.int()),
  active: z.boolean(),
  created: millis,
})
export type InviteCode = z.infer<typeof inviteCode>

export const deskInviteCodes = defineRoute({
  method: 'GET',
  path: '/desk/invite_codes',
  access: 'desk',
  query: z.object({ ...page }),
  answer: pageOf(inviteCode),
  errors: ['field_malformed'],
  summary: 'Invite codes, newest first.',
})

const inviteText = z.string().check(z.regex(/^[A-Za-z0-9]{4,32}$/))

export const deskInviteCodeMake = defineRoute({
  method: 'POST',
  path: '/desk/invite_codes',
  access: 'desk_content_write',
  body: z.object({
    code: z.optional(inviteText),
    note: z._default(line(0, 200), ''),
    uses_max: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000)))),
  }),
  answer: inviteCode,
  errors: ['field_malformed', 'invite_code_taken'],
  summary: 'Makes an invite code, drawn at random where none is given.',
})

export const deskInviteCodeEnd = defineRoute({
  method: 'DELETE',
  path: '/desk/invite_codes/{code}',
  access: 'desk_content_write',
  params: z.object({ code: inviteText }),
  answer: z.null(),
  errors: ['content_unknown'],
  summary: 'Ends an invite code; whom it has brought stays.',
})

export const exposure = z.object({
  symbol,
  realm,
  /** What the house holds of the base currency since it began to quote. */
  position: signedDecimal,
  position_max: decimal,
  value: z.nullable(signedDecimal),
  index: z.nullable(decimal),
  open_orders: z.int(),
  volume_24h: decimal,
  fees_24h: decimal,
})
export type Exposure = z.infer<typeof exposure>

export const deskExposure = defineRoute({
  method: 'GET',
  path: '/desk/exposure',
  access: 'desk',
  answer: z.array(exposure),
  summary: "The house's position in each market and realm.",
})

export const deskSettingsRoutes = {
  deskSymbols,
  deskSymbolChange,
  deskSymbolHalt,
  deskAppData,
  deskAppDataChange,
  deskInviteCodes,
  deskInviteCodeMake,
  deskInviteCodeEnd,
  deskExposure,
}
