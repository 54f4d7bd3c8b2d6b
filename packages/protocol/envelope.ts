import * as z from 'zod/mini'
import type { Receipt } from './evidence/receipt.ts'
import { successCode } from './errors.ts'

/** What every answer with a code looks like. */
export interface Envelope<T> {
  readonly code: number
  readonly data: T
  readonly message: string
  /** That the journal has what was asked for, and where: beside the answers to a holder's commands. */
  readonly receipt?: Receipt
}

/** An envelope before its data is read: enough to tell success from refusal. */
export const envelopeSchema = z.object({ code: z.int(), data: z.unknown(), message: z.string() })

/** The `data` of a refusal: its reason, and the figures of its text. */
export const refusalSchema = z.object({ reason: z.string(), params: z.record(z.string(), z.string()) })
export type Refusal = z.infer<typeof refusalSchema>

/** Wraps what was asked for; `message` is a text of success or empty. */
export function success<T>(data: T, message = ''): Envelope<T> {
  return { code: successCode, data, message }
}
