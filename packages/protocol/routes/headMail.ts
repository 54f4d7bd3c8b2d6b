import * as z from 'zod/mini'
import { copied, line, millis } from '../values.ts'
import { defineRoute } from './route.ts'
import { email } from './identity.ts'

/** The most addresses that get the day's head. */
export const headMailsMax = 20_000

export const headMailStart = defineRoute({
  method: 'POST',
  path: '/transparency/head_mail',
  access: 'guest',
  body: z.object({
    email,
    /** The code that went to the address for the purpose `heads`. */
    code: copied(1, 16),
  }),
  asked: ['email', 'code'],
  answer: z.null(),
  errors: ['information_incomplete', 'email_invalid', 'code_invalid', 'messages_unsent', 'head_mails_full'],
  summary: 'Subscribes an address, which a code has proved, to the signed head of each day.',
})

export const headMailEnd = defineRoute({
  method: 'POST',
  path: '/transparency/head_mail/end',
  access: 'guest',
  body: z.object({ token: line(1, 64) }),
  asked: ['token'],
  answer: z.null(),
  errors: ['information_incomplete'],
  summary:
    'Ends the mails by the token that each of them bears; it opens nothing else. The same again changes nothing.',
})

const headMail = z.object({
  /** The caller's own proven address; null where a phone was proved instead, or nothing. */
  address: z.nullable(z.string()),
  /** Since when it gets the heads; null: it does not. */
  since: z.nullable(millis),
})
export type HeadMail = z.infer<typeof headMail>

export const headMailRead = defineRoute({
  method: 'GET',
  path: '/user/head_mail',
  access: 'user',
  answer: headMail,
  summary: 'Whether the signed head of each day goes to the caller’s own proven address.',
})

export const headMailChange = defineRoute({
  method: 'PUT',
  path: '/user/head_mail',
  access: 'user',
  body: z.object({ on: z.boolean() }),
  answer: headMail,
  errors: ['email_invalid', 'messages_unsent', 'head_mails_full'],
  summary: 'Switches the mails with the signed head of each day to the caller’s own proven address on or off.',
})

export const headMailRoutes = { headMailStart, headMailEnd, headMailRead, headMailChange }
