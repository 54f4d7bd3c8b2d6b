import { hash } from 'node:crypto'
import { idempotencyKey } from '@truemark/protocol/values'
import * as z from 'zod/mini'
import type { RequestKey } from './call.ts'

/**
 * The key of a request from its `Idempotency-Key` header, null without one, or 'malformed' where the
 * header is no UUIDv7. `route` is the route without values, `address` the path and query that were
 * called, `body` the body's text.
 */
export function readKey(
  header: string | string[] | undefined,
  route: string,
  address: string,
  body: string,
): RequestKey | null | 'malformed' {
  if (header === undefined) return null
  const parsed = z.safeParse(idempotencyKey, typeof header === 'string' ? header.toLowerCase() : header)
  if (!parsed.success) return 'malformed'
  return { id: parsed.data.replaceAll('-', ''), route, digest: hash('sha256', `${address}\n${body}`, 'hex') }
}
