import * as z from 'zod/mini'
import { id, millis, page, pageOf } from '../values.ts'
import { defineRoute } from './route.ts'

/** Crashes of the app of customers that are alike in version, message and place. */
export const clientError = z.object({
  id,
  version: z.string(),
  message: z.string(),
  /** The frame in which it broke. */
  place: z.string(),
  /** Of the last report: its frames, the screen, and the family of the browser. */
  stack: z.string(),
  page: z.string(),
  browser: z.string(),
  count: z.int(),
  first: millis,
  last: millis,
  /** When somebody at the desk has seen it; it came again where `last` is later. */
  seen: z.nullable(millis),
})
export type ClientError = z.infer<typeof clientError>

export const deskClientErrors = defineRoute({
  method: 'GET',
  path: '/desk/client_errors',
  access: 'desk',
  query: z.object({ ...page, unseen: z.optional(z.enum(['true', 'false'])) }),
  answer: pageOf(clientError),
  errors: ['field_malformed'],
  summary:
    'What broke in the app of customers within 30 days, by group, the newest first; nothing in it is of a person.',
})

export const deskClientErrorSeen = defineRoute({
  method: 'POST',
  path: '/desk/client_errors/{id}/seen',
  access: 'desk_content_write',
  params: z.object({ id }),
  answer: z.null(),
  errors: ['content_unknown'],
  summary: 'Says that somebody has seen a group of errors; one that comes again is unseen again.',
})

export const deskClientErrorRoutes = { deskClientErrors, deskClientErrorSeen }
