import type { Server } from 'node:http'
import { httpStatusOf } from '@truemark/protocol/errors'
import { disclosureNeedOf } from '@truemark/protocol/disclosureNeeds'
import { type FilesRule, type RouteDefinition, apiPrefix } from '@truemark/protocol/routes/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Logger, errorsOnly } from '../log.ts'
import { bodyMax, createApp, localeOf } from './app.ts'
import { reasonOfFailure, sendOutcome, sendPacked, sendRefusal } from './answers.ts'
import { type Bound, type CallRules, accessRefusal, answerCall, refusalAtDoor, tooOften } from './boundCall.ts'
import { enterByKey, isByKey, keyRefusal } from './byKey.ts'
import { type Handler, type LenientHandler, type Outcome, refused } from './call.ts'
import { FormBudget, type SentBody, readForm } from './forms.ts'
import type { JsonBody } from './json.ts'
import { KeysUnderWay } from './keysUnderWay.ts'
import { Media } from './media.ts'
import { type KeyAllowance, limitClassOf } from './limits.ts'
import { boundConnections } from './network.ts'
import { ownOrigin } from './origin.ts'
import type { Caller, EndCause, SessionCache } from './session.ts'
import { readersOf } from './shape.ts'
import { type SocketCalls, SocketRoutes, createSocketCalls, isOverSocket } from './socketCalls.ts'
import type { Texts } from './texts.ts'

export interface GatewayOptions extends CallRules {
  readonly logger: Logger
  readonly sessions: SessionCache
  readonly texts: Texts
  /** What a route waits for; the protocol's table says it unless a test has routes of its own. */
  readonly disclosureNeedOf?: typeof disclosureNeedOf
  readonly publicUrl: string | null
  readonly trustedProxies: number
  /** The server's clock, UTC ms, which requests of programs are held against. */
  readonly now?: () => number
  /** How many connections one network may hold open, where no proxy stands before them. */
  readonly connectionsPerNetworkMax?: number
  /** Checks each answer against its route's schema: for tests, since it costs. */
  readonly checkAnswers?: boolean
}

/** The HTTP face: slices bind the protocol's routes to it before it listens. */
export interface Gateway {
  readonly app: FastifyInstance
  readonly server: Server
  /** The routes that were bound, for the API's document. */
  readonly routes: readonly RouteDefinition[]
  /** What of it is called over sockets. */
  readonly socketCalls: SocketCalls
  /** Binds a route to a handler that is only called with well-formed parts. */
  bind<R extends RouteDefinition>(route: R, handler: Handler<R>): void
  /** Binds a route whose malformed parts the handler itself turns into a refusal. */
  bindLenient<R extends RouteDefinition>(route: R, handler: LenientHandler<R>): void
}

/** A refused body up to this size is read to its end and thrown away; behind a longer one the connection closes. */
const bodyThrownAwayMax = 1024 ** 2
const connectionsPerNetworkMaxDefault = 5_000

/** What is known of a request before its body is read. */
interface Entrance {
  readonly caller: Caller | null
  readonly token: string
  /** The id of a program's key; empty for whoever has none. */
  readonly key: string
  /** SHA-256 of the body that a program has signed, in hex; null for whoever signs nothing. */
  readonly digest: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    entrance: Entrance
  }
  interface FastifyContextConfig {
    /** Whether the route's calls change nothing. */
    readonly onlyReads?: boolean
  }
}

const stranger: Entrance = Object.freeze({ caller: null, token: '', key: '', digest: null })

/** Builds the gateway; it knows no route until slices bind theirs, and is not listening yet. */
export function createGateway(options: GatewayOptions): Gateway {
  const app = createApp({ ...options, logger: errorsOnly(options.logger) })
  if (options.trustedProxies === 0) {
    boundConnections(app.server, options.connectionsPerNetworkMax ?? connectionsPerNetworkMaxDefault)
  }
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, options))
  const routes: RouteDefinition[] = []
  const budget = new FormBudget()
  const underWay = new KeysUnderWay()
  const socketRoutes = new SocketRoutes()
  const add = (route: RouteDefinition, lenient: boolean, handle: Bound['handle']): void => {
    routes.push(route)
    const name = `${route.method} ${route.path}`
    const need = (options.disclosureNeedOf ?? disclosureNeedOf)(route)
    const limitClass = limitClassOf(route)
    const bound = { route, limitClass, name, lenient, budget, underWay, need, readers: readersOf(route), handle }
    register(app, bound, options)
    if (isOverSocket(route)) socketRoutes.add(bound)
  }
  return {
    app,
    server: app.server,
    routes,
    socketCalls: createSocketCalls(socketRoutes, options),
    bind: (route, handler) => add(route, false, handler),
    bindLenient: (route, handler) => add(route, true, handler),
  }
}

function register(app: FastifyInstance, bound: Bound, options: GatewayOptions): void {
  const { route } = bound
  const onlyReads = route.method === 'GET' && route.changes !== true
  app.route({
    method: route.method,
    exposeHeadRoute: onlyReads,
    config: { onlyReads },
    url: route.path.replaceAll(/\{([a-z_]+)\}/g, ':$1'),
    bodyLimit: route.bodyBytesMax ?? bodyMax,
    // Who calls and whether they may is settled before a byte of the body is read.
    onRequest: (request, reply, next) => {
      request.entrance = stranger
      if (isByKey(request)) return void admitKey(bound, request, reply, options).then((isIn) => isIn && next(), next)
      const token = bearerToken(request.headers.authorization)
      const enter = (caller: Caller | null, cause: EndCause | null = null): void => {
        const refusal = refusalAtDoor(bound, caller, request, options, cause)
        if (refusal !== null) sendOutcome(reply, refusal, options.texts, localeOf(request))
        else {
          request.entrance = { caller, token, key: '', digest: null }
          next()
        }
      }
      const wait = token === '' || options.sessions.knows(token) ? null : options.limits.strangerWait(request.ip)
      if (wait !== null) return void sendOutcome(reply, tooOften(wait), options.texts, localeOf(request))
      const found = token === '' ? null : options.sessions.find(token)
      if (!(found instanceof Promise)) return enter(found)
      found.then((caller) => {
        if (caller !== null) return enter(caller)
        options.limits.noteStranger(request.ip)
        return options.sessions.whyEnded(token).then((cause) => enter(null, cause), next)
      }, next)
    },
    handler: async (request, reply) => {
      const outcome = await received(bound, request, options)
      if (options.checkAnswers === true && outcome.ok && !(outcome.data instanceof Media)) {
        z.parse(route.answer, outcome.data)
      }
      const locale = localeOf(request)
      const { packed, cacheSeconds } = route
      if (packed !== true) return sendOutcome(reply, outcome, options.texts, locale, cacheSeconds)
      return sendPacked(reply, outcome, options.texts, locale, request.headers['accept-encoding'], cacheSeconds)
    },
  })
}

/** Lets a program in or answers it; whether it is in. */
async function admitKey(
  bound: Bound,
  request: FastifyRequest,
  reply: FastifyReply,
  options: GatewayOptions,
): Promise<boolean> {
  const { sessions, limits, now = Date.now } = options
  const entered = await enterByKey({ sessions, limits, now }, bound.limitClass, request)
  const isIn = !('refusal' in entered)
  const why = isIn
    ? (keyRefusal(bound, entered.caller.program, limits, (allowance) => void reply.headers(headersOf(allowance))) ??
      refusalAtDoor(bound, entered.caller, request, options, null))
    : entered.refusal
  if (why !== null) sendOutcome(reply, why, options.texts, localeOf(request))
  else if (isIn) request.entrance = { caller: entered.caller, token: '', key: entered.key, digest: entered.digest }
  return why === null
}

function tooManyFiles({ countMax }: FilesRule): Outcome<never> {
  return { ok: false, reason: 'files_too_many', params: { max: String(countMax) } }
}

/** Reads the body that the route takes, then answers. A form's room is given back once it is answered. */
async function received(bound: Bound, request: FastifyRequest, options: GatewayOptions): Promise<Outcome<unknown>> {
  const { files } = bound.route
  if (files === undefined) {
    return request.isMultipart() ? refused('media_type') : answer(bound, request, options, bodyOf(request))
  }
  const release = bound.budget.take(files, request.headers['content-length'])
  if (release === null) return refused('server_busy')
  try {
    const sent = await readForm(request, files)
    if ('text' in sent) return await answer(bound, request, options, sent)
    return sent.reason === 'files_too_many' ? tooManyFiles(files) : sent
  } finally {
    release()
  }
}

/**
 * Who calls, once the body is there, which may have taken long: at once where it is known, null for who has been shut out
 * since the headers came.
 */
function callerNow({ caller, token, key }: Entrance, sessions: SessionCache): Caller | null | Promise<Caller | null> {
  if (caller === null) return null
  if (key === '') return sessions.find(token)
  const found = sessions.findKey(key)
  return found instanceof Promise ? found.then((one) => one?.caller ?? null) : (found?.caller ?? null)
}

function answer(
  bound: Bound,
  request: FastifyRequest,
  options: GatewayOptions,
  sent: SentBody,
): Promise<Outcome<unknown>> | Outcome<unknown> {
  const { entrance } = request
  const caller = callerNow(entrance, options.sessions)
  if (caller === entrance.caller) return answerFor(bound, request, options, sent)
  // until that is known nothing has begun
  request.entrance = stranger
  return answerAnew(bound, request, options, { sent, entrance, caller })
}

/** Answers a call whose caller is not found as they were: who may not make it any more is refused. */
async function answerAnew(
  bound: Bound,
  request: FastifyRequest,
  options: GatewayOptions,
  { sent, entrance, ...came }: { sent: SentBody; entrance: Entrance; caller: Caller | null | Promise<Caller | null> },
): Promise<Outcome<unknown>> {
  const caller = await came.caller
  if (caller === null && entrance.key !== '') return refused('api_key_wrong')
  const cause = caller === null ? await options.sessions.whyEnded(entrance.token) : null
  const refusal = accessRefusal(bound, caller, request, options, cause)
  if (refusal !== null) return refusal
  request.entrance = { ...entrance, caller }
  return answerFor(bound, request, options, sent)
}

function answerFor(
  bound: Bound,
  request: FastifyRequest,
  options: GatewayOptions,
  sent: SentBody,
): Promise<Outcome<unknown>> | Outcome<unknown> {
  const { caller, digest, token } = request.entrance
  const came = {
    requestId: request.id,
    ip: request.ip,
    locale: localeOf(request),
    userAgent: request.headers['user-agent'] ?? '',
    token,
    caller,
    digest,
    target: request.url,
    query: request.query,
    params: request.params,
    key: request.headers['idempotency-key'],
    origin: () => ownOrigin(request, options),
  }
  return answerCall(bound, came, options, sent)
}

const noFiles: SentBody['files'] = []

function bodyOf(request: FastifyRequest): SentBody {
  const { body } = request
  const { ok, value, text } = isJsonBody(body) ? body : { ok: true, value: undefined, text: '' }
  return { ok, value, text, files: noFiles }
}

function isJsonBody(body: unknown): body is JsonBody {
  return typeof body === 'object' && body !== null && 'ok' in body && 'text' in body
}

function bearerToken(header: string | undefined): string {
  if (header === undefined || header.length > 512) return ''
  const match = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(header)
  return match?.[1] ?? ''
}

function headersOf({ left, limit, seconds }: KeyAllowance): Record<string, number> {
  return { 'ratelimit-limit': limit, 'ratelimit-remaining': left, 'ratelimit-reset': seconds }
}

function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: GatewayOptions,
): FastifyReply {
  // nothing was changed where it only reads or had not begun
  const isUntouched = request.entrance === stranger || request.routeOptions.config.onlyReads === true
  const reason = reasonOfFailure(error, isUntouched)
  if (httpStatusOf(reason) >= 500) {
    // The address may hold a person's data, so the route stands for it.
    const route = request.routeOptions.url ?? 'none'
    options.logger.error({ err: error, requestId: request.id, method: request.method, route }, 'a request failed')
    reply.header('x-request-id', request.id)
  }
  // to close with a body half read takes the answer from whoever is still sending
  if (Number(request.headers['content-length']) <= bodyThrownAwayMax) reply.removeHeader('connection')
  return sendRefusal(reply, reason, options.texts, localeOf(request))
}

/** Whether a path belongs to the API, whose unknown routes answer with an envelope. */
export function isApiPath(path: string): boolean {
  return path === apiPrefix || path.startsWith(`${apiPrefix}/`)
}
