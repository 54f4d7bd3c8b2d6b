import type { Receipt } from './evidence/receipt.ts'

/** The code of an answer that succeeded. */
export const successCode = 200

/** What every answer with a code looks like. */
export interface Envelope<T> {
  readonly code: number
  readonly data: T
  readonly message: string
  /** That the journal has what was asked for, and where: beside the answers to a holder's commands. */
  readonly receipt?: Receipt
}

/** Reads an envelope before its data is read: enough to tell success from refusal; null where it is none. */
export function readEnvelope(body: unknown): Envelope<unknown> | null {
  if (typeof body !== 'object' || body === null || !('code' in body) || !('message' in body)) return null
  const { code, message } = body
  if (typeof code !== 'number' || !Number.isSafeInteger(code) || typeof message !== 'string') return null
  return { code, data: 'data' in body ? body.data : undefined, message }
}

/** The `data` of a refusal: its reason, and the figures of its text. */
export interface Refusal {
  readonly reason: string
  readonly params: Readonly<Record<string, string>>
}

/** Reads the `data` of a refusal; null where it is none. */
export function readRefusal(data: unknown): Refusal | null {
  if (typeof data !== 'object' || data === null || !('reason' in data) || !('params' in data)) return null
  const { reason, params } = data
  if (typeof reason !== 'string' || typeof params !== 'object' || params === null) return null
  const figures = Object.entries(params)
  const isText = (pair: [string, unknown]): pair is [string, string] => typeof pair[1] === 'string'
  return figures.every(isText) ? { reason, params: Object.fromEntries(figures) } : null
}

/** Wraps what was asked for; `message` is a text of success or empty. */
export function success<T>(data: T, message = ''): Envelope<T> {
  return { code: successCode, data, message }
}
