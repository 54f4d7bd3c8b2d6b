import * as z from 'zod/mini'
import { millis } from '../values.ts'
import { defineRoute } from './route.ts'

const sessionMinutes = z.int().check(z.minimum(15), z.maximum(1440))

/** How long a person lets their own sessions last. */
const sessionLimit = z.object({
  /** Whole minutes after signing in at which a session ends; null for no limit. */
  minutes: z.nullable(sessionMinutes),
  /** A looser one that was asked for, and when it begins to hold. */
  looser: z.nullable(z.object({ minutes: z.nullable(sessionMinutes), from: millis })),
  /** When whoever bears this session signed in. */
  signed_in: millis,
  /** When this session ends by the limit, null for never. */
  ends: z.nullable(millis),
})
export type SessionLimitAnswer = z.infer<typeof sessionLimit>

export const sessionLimitRead = defineRoute({
  method: 'GET',
  path: '/user/session_limit',
  access: 'user',
  answer: sessionLimit,
  summary: 'How long the caller lets their own sessions last, and when this one ends by it.',
})

export const sessionLimitSet = defineRoute({
  method: 'PUT',
  path: '/user/session_limit',
  access: 'user',
  body: z.object({ minutes: z.nullable(sessionMinutes) }),
  answer: sessionLimit,
  errors: ['field_malformed', 'guest_no_session_limit'],
  summary:
    'Ends every session of the person, real and demo, so many minutes after they signed in. A smaller number holds at ' +
    'once, which may end this session too; a greater one, or none (null), after 24 hours.',
})

export const sessionLimitRoutes = { sessionLimitRead, sessionLimitSet }
