import * as z from 'zod/mini'
import { defineRoute } from './route.ts'
import { stepUp, stepUpErrors } from './stepUp.ts'

export const accountClose = defineRoute({
  method: 'POST',
  path: '/user/close',
  access: 'demo_no_security',
  body: z.object({ ...stepUp }),
  answer: z.null(),
  errors: ['field_malformed', 'account_not_empty', ...stepUpErrors],
  summary: 'Closes the caller’s account for good: it must hold nothing and have nothing open. Every session ends.',
})

export const closingRoutes = { accountClose }
