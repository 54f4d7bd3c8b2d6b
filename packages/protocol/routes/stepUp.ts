import * as z from 'zod/mini'
import { line } from '../values.ts'

/** What is asked again where money could leave: the password, and the code that was sent for `confirm`. */
export const stepUp = {
  password: z.string().check(z.maxLength(200)),
  verify_code: line(0, 16),
} as const

/** What a proof can be refused for. */
export const stepUpErrors = ['confirm_password_wrong', 'code_invalid', 'rate_limited'] as const
