import * as z from 'zod/mini'
import { currency, decimal, id, millis, page, pageOf } from '../values.ts'
import { shape } from './derivative.ts'
import { defineRoute } from './route.ts'
import { newRisk } from './trader.ts'

/**
 * `announced`: applications are not taken yet; `open`: they are; `allotting`: the passes are being worked out; `ended`:
 * they are known, and the coin is to come; `listed`: it was delivered; `canceled`: called off, all money given back.
 */
export const ieoPhase = z.enum(['announced', 'open', 'allotting', 'ended', 'listed', 'canceled'])
export type IeoPhase = z.infer<typeof ieoPhase>

/** A launch. Quantities in the coin, amounts in USDT. */
export const ieoProject = z.object({
  project_id: id,
  name: z.string(),
  /** What it is and what it risks, in the reader's language where the operator wrote it. */
  description: z.string(),
  currency,
  /** USDT for one coin. */
  price: decimal,
  supply: decimal,
  /** Quantities are whole multiples of this, which costs `pass_price`. */
  pass_quantity: decimal,
  pass_price: decimal,
  application_min: decimal,
  application_max: decimal,
  /** What everyone has applied for so far. */
  applications: decimal,
  /** What was allotted in all; null until it is known. */
  passes: z.nullable(decimal),
  opens: millis,
  closes: millis,
  time_to_market: millis,
  phase: ieoPhase,
  /** What the caller has applied for. */
  own_applications: decimal,
})
export type IeoProject = z.infer<typeof ieoProject>

/** `subscribed`: the amount is frozen; `allotted`: paid, the coin is to come; `delivered`; `returned`: no passes. */
export const ieoStatus = z.enum(['subscribed', 'allotted', 'delivered', 'returned'])
export type IeoStatus = z.infer<typeof ieoStatus>

/** An application as its owner sees it. */
export const ieoSubscription = z.object({
  subscription_id: id,
  project_id: id,
  name: z.string(),
  subscription_time: millis,
  currency,
  /** Quantities of the coin: applied for, and allotted (null until it is known). */
  applications: decimal,
  passes: z.nullable(decimal),
  time_to_market: millis,
  /** USDT: frozen on subscribing; paid for the passes; given back. */
  amount: decimal,
  cost: z.nullable(decimal),
  refund: z.nullable(decimal),
  status: ieoStatus,
})
export type IeoSubscription = z.infer<typeof ieoSubscription>

export const ieoSubscriptionBody = z.object({
  project_id: id,
  /** Of the coin: a whole multiple of the project's pass quantity. */
  quantity: decimal,
})
export type IeoSubscriptionBody = z.infer<typeof ieoSubscriptionBody>

export const ieoProjects = defineRoute({
  method: 'GET',
  path: '/ieo/projects',
  access: 'user',
  query: z.object(page),
  answer: pageOf(ieoProject),
  errors: ['field_malformed'],
  summary: 'Launches, newest first; empty where nothing is launched and no date is confirmed.',
})

export const ieoSubscribe = defineRoute({
  method: 'POST',
  path: '/ieo/subscriptions',
  access: 'demo_no_wealth',
  body: ieoSubscriptionBody,
  answer: ieoSubscription,
  errors: [
    ...newRisk,
    'ieo_project_unknown',
    'ieo_window_closed',
    ...shape,
    'quantity_off_step',
    'ieo_application_too_small',
    'ieo_application_too_large',
    'balance_insufficient',
  ],
  idempotent: true,
  summary: 'Applies for a quantity of a launch’s coin; what all of it costs is frozen until the window ends.',
})

export const ieoSubscriptions = defineRoute({
  method: 'GET',
  path: '/ieo/subscriptions',
  access: 'user',
  query: z.object({ ...page, id: z.optional(id) }),
  answer: pageOf(ieoSubscription),
  errors: ['field_malformed'],
  summary: 'One’s own applications, newest first; with `id` that one alone.',
})

export const ieoRoutes = { ieoProjects, ieoSubscribe, ieoSubscriptions }

/** Before which of them the risks of what are read. */
export const ieoRisks = { ieoSubscribe: { product: 'ieo' } } as const
