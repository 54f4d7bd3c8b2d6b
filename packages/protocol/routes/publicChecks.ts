import * as z from 'zod/mini'
import { ownCheckNames } from '../ownChecks.ts'
import { termKinds } from '../terms.ts'
import { line, millis, page, pageOf } from '../values.ts'
import { noticeEvidence, termsEvidence } from './evidence.ts'
import { defineRoute } from './route.ts'

/** A change of terms as it was signed, and its place in the log of evidence, counted from 0. */
const loggedTerms = z.object({ place: z.int(), change: z.union([termsEvidence, noticeEvidence]) })
export type LoggedTerms = z.infer<typeof loggedTerms>

export const termsPublic = defineRoute({
  method: 'GET',
  path: '/transparency/terms',
  access: 'guest',
  query: z.object({
    ...page,
    term: z.optional(z.enum(termKinds)),
    subject: z.optional(line(1, 40)),
  }),
  answer: pageOf(loggedTerms),
  errors: ['field_malformed'],
  summary: 'Every change of terms as it was signed: what was, what is, when, and by which roles; the last first.',
})

/** What the server checks of itself, each with the time of its last check; one that was never made is absent. */
export const ownChecks = defineRoute({
  method: 'GET',
  path: '/transparency/checks',
  access: 'guest',
  answer: z
    .array(
      z.object({
        name: z.enum(ownCheckNames),
        checked: millis,
        holds: z.boolean(),
        passed: z.int(),
        failed: z.int(),
        failed_last: z.nullable(millis),
      }),
    )
    .check(z.maxLength(40)),
  summary: 'What the server checks of itself, when it did last, and what does not hold.',
})

/** Since when a check of the server of itself failed, and until when; null while it does. */
const checkFailure = z.object({ name: z.enum(ownCheckNames), from: millis, until: z.nullable(millis) })
export type CheckFailure = z.infer<typeof checkFailure>

export const ownCheckFailures = defineRoute({
  method: 'GET',
  path: '/transparency/check_failures',
  access: 'guest',
  query: z.object({ ...page }),
  answer: pageOf(checkFailure),
  errors: ['field_malformed'],
  summary: 'Every time that a check of the server of itself failed, the last first; none is ever forgotten.',
})

/** What a signed head that somebody keeps is compared with: a row hides behind its digest what is in it. */
export const rowDigest = defineRoute({
  method: 'GET',
  path: '/transparency/rows/{row}',
  access: 'guest',
  params: z.object({ row: z.string().check(z.regex(/^[1-9][0-9]{0,14}$/)) }),
  answer: z.object({
    /** SHA-256 of the row with that number, in hex; null where there is no such row. */
    digest: z.nullable(z.string()),
  }),
  errors: ['field_malformed'],
  summary: 'The digest of a row of the journal, by its number.',
})

export const publicCheckRoutes = {
  rowDigest,
  ownChecks,
  ownCheckFailures,
  termsPublic,
}
