import * as z from 'zod/mini'
import { millis, reasonText } from '../values.ts'
import { approvalErrors } from './approval.ts'
import { defineRoute } from './route.ts'

/** From when until when nothing can be changed here. */
export const readOnlyPeriod = z.object({ from: millis, until: millis })
export type ReadOnlyPeriod = z.infer<typeof readOnlyPeriod>

/** How long such a period is, in minutes, and how long before it is at most said. */
export const readOnlyBounds = { minutesMin: 5, minutesMax: 360, aheadMaxMs: 7 * 86_400_000 } as const

const answer = z.object({ period: z.nullable(readOnlyPeriod) })

export const deskReadOnly = defineRoute({
  method: 'GET',
  path: '/desk/read_only',
  access: 'desk',
  answer,
  summary: 'The period in which nothing can be changed, where there is one or one is to come.',
})

export const deskReadOnlySet = defineRoute({
  method: 'PUT',
  path: '/desk/read_only',
  access: 'desk_market_write',
  body: z.object({
    /** Null for as soon as it is decided. */
    from: z.nullable(millis),
    minutes: z.int().check(z.minimum(readOnlyBounds.minutesMin), z.maximum(readOnlyBounds.minutesMax)),
    reason: reasonText,
  }),
  answer,
  errors: ['field_malformed', ...approvalErrors],
  summary: 'Has nothing be changed here for a time, once a second person approves; it ends by itself.',
})

export const deskReadOnlyLift = defineRoute({
  method: 'POST',
  path: '/desk/read_only/lift',
  access: 'desk_market_write',
  body: z.object({ reason: reasonText }),
  answer,
  errors: ['field_malformed'],
  summary: 'Ends the period in which nothing can be changed, or calls it off, at once.',
})

export const readOnlyRoutes = { deskReadOnly, deskReadOnlySet, deskReadOnlyLift }
