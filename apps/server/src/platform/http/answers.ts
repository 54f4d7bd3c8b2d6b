import { errorCatalogue } from '@truemark/protocol/errorCatalogue'
import { type Reason, codeOf, httpStatusOf, paramsOf } from '@truemark/protocol/errors'
import { successCode } from '@truemark/protocol/envelope'
import type { LocaleId } from '@truemark/protocol/locale'
import type { FastifyReply } from 'fastify'
import { isAway } from '../postgres/away.ts'
import type { Outcome } from './call.ts'
import { Media } from './media.ts'
import { packText } from './pack.ts'
import type { Texts } from './texts.ts'

const jsonType = 'application/json; charset=utf-8'

/** How long browsers keep to https here, in seconds: a year. */
export const httpsSeconds = 31_536_000

/**
 * What every answer bears: no browser takes it for anything but what its type says, shows it in a frame, runs anything
 * of it or tells where a link in it was followed; where people come by https they come by nothing else. Pages have a
 * policy of their own.
 */
export function headersOfAll(publicUrl: string | null): Readonly<Record<string, string>> {
  const isSecure = publicUrl?.startsWith('https:') === true
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    ...(isSecure ? { 'strict-transport-security': `max-age=${httpsSeconds}; includeSubDomains` } : {}),
  }
}

type Done = Outcome<unknown> & { readonly ok: true }

/** Sends the envelope of an outcome. */
export function sendOutcome(
  reply: FastifyReply,
  outcome: Outcome<unknown>,
  texts: Texts,
  locale: LocaleId,
  cacheSeconds?: number,
): FastifyReply {
  if (!outcome.ok) return sendRefusal(reply, outcome.reason, texts, locale, outcome.params)
  if (outcome.data instanceof Media) return sendMedia(reply, outcome.data)
  if (outcome.replayed === true) reply.header('idempotent-replayed', 'true')
  return head(reply, 200, cacheSeconds).send(JSON.stringify(envelopeOf(outcome, texts, locale)))
}

/** Sends the envelope of an outcome, packed where its reader accepts that and it is long enough. */
export async function sendPacked(
  reply: FastifyReply,
  outcome: Outcome<unknown>,
  texts: Texts,
  locale: LocaleId,
  accepted: string | undefined,
  cacheSeconds?: number,
): Promise<FastifyReply> {
  if (!outcome.ok || outcome.data instanceof Media) return sendOutcome(reply, outcome, texts, locale)
  const text = JSON.stringify(envelopeOf(outcome, texts, locale))
  const packed = await packText(text, accepted)
  head(reply, 200, cacheSeconds).header('vary', 'accept-encoding')
  return packed === null ? reply.send(text) : reply.header('content-encoding', packed.encoding).send(packed.bytes)
}

/** The envelope of what was done. */
export function envelopeOf(outcome: Done, texts: Texts, locale: LocaleId): object {
  const message = outcome.message === null ? '' : texts.success(outcome.message, locale)
  const { data, receipt } = outcome
  return receipt === undefined || receipt === null
    ? { code: successCode, data, message }
    : { code: successCode, data, message, receipt }
}

/** Sends an image: unless anyone may see it no cache keeps it, and no browser takes it for anything else. */
function sendMedia(reply: FastifyReply, { type, bytes, name, cacheSeconds, headers }: Media): FastifyReply {
  reply.headers(headers)
  reply.header('content-type', type)
  reply.header('content-disposition', `inline; filename="${name}"`)
  reply.header('cache-control', cacheSeconds === null ? 'private, no-store' : `public, max-age=${cacheSeconds}`)
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  reply.header('cross-origin-resource-policy', 'same-origin')
  return reply.send(bytes instanceof Uint8Array ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes)
}

/** Sends the envelope of a refusal, under the HTTP status that the catalogue gives it. */
export function sendRefusal(
  reply: FastifyReply,
  reason: Reason,
  texts: Texts,
  locale: LocaleId,
  detail?: Readonly<Record<string, string>>,
): FastifyReply {
  return send(reply, httpStatusOf(reason), refusalEnvelope(reason, texts, locale, detail))
}

/** The envelope of a refusal. */
export function refusalEnvelope(
  reason: Reason,
  texts: Texts,
  locale: LocaleId,
  detail?: Readonly<Record<string, string>>,
): object {
  const params = paramsOf(reason, detail)
  const text = texts.refusal(reason, params, locale)
  // a field that nobody knows is named where every client shows it
  const field = reason === 'request_malformed' ? params['field'] : undefined
  const message = field === undefined ? text : `${text}: ${field}`
  return { code: codeOf(reason), data: { reason, params }, message }
}

function send(reply: FastifyReply, status: number, envelope: unknown): FastifyReply {
  return head(reply, status).send(JSON.stringify(envelope))
}

function head(reply: FastifyReply, status: number, cacheSeconds?: number): FastifyReply {
  reply.code(status)
  reply.header('content-type', jsonType)
  return reply.header('cache-control', cacheSeconds === undefined ? 'no-store' : `public, max-age=${cacheSeconds}`)
}

/**
 * What a call that failed is told. Where the database was away it may ask again: nothing was changed where the call
 * only read or had not begun (`isUntouched`), and of the others nobody knows.
 */
export function reasonOfFailure(error: unknown, isUntouched: boolean): Reason {
  if (isAway(error)) return isUntouched ? 'server_busy' : 'outcome_unknown'
  const hasStatus = typeof error === 'object' && error !== null && 'statusCode' in error
  return reasonOfHttp(hasStatus && typeof error.statusCode === 'number' ? error.statusCode : 500)
}

/** The reason that the catalogue has for what fastify itself refuses. */
function reasonOfHttp(status: number): Reason {
  if (status === 429) return 'rate_limited'
  const found: Reason | undefined = errorCatalogue.find((entry) => 'http' in entry && entry.http === status)?.reason
  if (found !== undefined) return found
  return status >= 400 && status < 500 ? 'request_malformed' : 'server_error'
}
