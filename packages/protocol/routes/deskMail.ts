import * as z from 'zod/mini'
import { millis } from '../values.ts'
import { email } from './identity.ts'
import { defineRoute } from './route.ts'

export const mailStanding = z.object({
  /** Whether a mail server is set. */
  configured: z.boolean(),
  /** When a mail that went through it, as it is set now, was read; null where none was. */
  proven: z.nullable(millis),
  /** Whether the caller has asked for a test whose code can be typed now. */
  waiting: z.boolean(),
})
export type MailStanding = z.infer<typeof mailStanding>

export const deskMail = defineRoute({
  method: 'GET',
  path: '/desk/mail',
  access: 'desk_operators',
  answer: mailStanding,
  summary: 'Whether the mail server works, which real money needs.',
})

export const deskMailTest = defineRoute({
  method: 'POST',
  path: '/desk/mail/test',
  access: 'desk_operators',
  body: z.object({ email }),
  answer: mailStanding,
  errors: ['email_invalid', 'mail_unset', 'code_too_soon'],
  summary: 'Sends a mail with a code through the mail server, to an address that the operator reads.',
})

export const deskMailProve = defineRoute({
  method: 'POST',
  path: '/desk/mail/prove',
  access: 'desk_operators',
  body: z.object({ code: z.string().check(z.regex(/^[0-9]{6}$/)) }),
  answer: mailStanding,
  errors: ['field_malformed', 'mail_unset', 'code_invalid'],
  summary: 'Proves by the code of the test that mails arrive.',
})

export const deskMailRoutes = { deskMail, deskMailTest, deskMailProve }
