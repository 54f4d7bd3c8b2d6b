import type { HolderId } from '@truemark/core/ledger/holders'
import type { Server } from 'node:http'
import { type Reason, httpStatusOf } from '@truemark/protocol/errors'
import { type DisclosureNeed, disclosureNeedOf, riskAccess, takesRisk } from '@truemark/protocol/disclosureNeeds'
import { mayCall } from '@truemark/protocol/policy'
import type { DisclosureProduct } from '@truemark/protocol/routes/disclosure'
import { type FilesRule, type RouteDefinition, apiPrefix } from '@truemark/protocol/routes/route'
import { type ShapeFault, missingField } from '@truemark/protocol/strict'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Logger, errorsOnly } from '../log.ts'
import { bodyMax, createApp, localeOf } from './app.ts'
import { reasonOfFailure, sendOutcome, sendPacked, sendRefusal } from './answers.ts'
import { enterByKey, isByKey, keyFaultOf, keyRefusal } from './byKey.ts'
import type { CallContext, Handler, LenientHandler, Outcome } from './call.ts'
import { FormBudget, type SentBody, readForm } from './forms.ts'
import { readKey } from './idempotency.ts'
import type { JsonBody } from './json.ts'
import { KeysUnderWay } from './keysUnderWay.ts'
import { Media } from './media.ts'
import { type LimitClass, type Limits, limitClassOf } from './limits.ts'
import { boundConnections, networkOf } from './network.ts'
import { ownOrigin } from './origin.ts'
import { type ReceiptPort, ownCaller, receipted } from './receipted.ts'
import type { Caller, EndCause, SessionCache } from './session.ts'
import { type Readers, faultOf, isOfFault, keyFault, readersOf, refusalOf, unread } from './shape.ts'
import type { Texts } from './texts.ts'

/** Who understood the risks of what they are about to order. */
export interface DisclosurePort {
  accepted(userId: number, product: DisclosureProduct): boolean | Promise<boolean>
  /** Why a holder may take no new risk in a product whatever they understood; null where nothing speaks against it. */
  refused(holder: HolderId, product: DisclosureProduct): Promise<Reason | null>
}

export interface GatewayOptions {
  readonly logger: Logger
  readonly sessions: SessionCache
  readonly texts: Texts
  readonly limits: Limits
  /** Without it nobody counts as having understood any risk. */
  readonly disclosures?: DisclosurePort
  /** What a route waits for; the protocol's table says it unless a test has routes of its own. */
  readonly disclosureNeedOf?: typeof disclosureNeedOf
  /** Without it no answer bears a receipt. */
  readonly receipts?: ReceiptPort
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
  /** Binds a route to a handler that is only called with well-formed parts. */
  bind<R extends RouteDefinition>(route: R, handler: Handler<R>): void
  /** Binds a route whose malformed parts the handler itself turns into a refusal. */
  bindLenient<R extends RouteDefinition>(route: R, handler: LenientHandler<R>): void
}

const userAgentMax = 256
/** A refused body up to this size is read to its end and thrown away; behind a longer one the connection closes. */
const bodyThrownAwayMax = 1024 ** 2
const connectionsPerNetworkMaxDefault = 5_000

/** What is known of a request before its body is read. */
interface Entrance {
  readonly caller: Caller | null
  readonly token: string
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

const stranger: Entrance = Object.freeze({ caller: null, token: '', digest: null })

/** One bound route, prepared once so that a request pays only for itself. */
interface Bound {
  readonly route: RouteDefinition
  readonly limitClass: LimitClass
  readonly name: string
  readonly lenient: boolean
  readonly budget: FormBudget
  readonly underWay: KeysUnderWay
  readonly need: DisclosureNeed | 'unlisted' | null
  readonly readers: Readers
  readonly handle: (call: never) => Promise<Outcome<unknown>> | Outcome<unknown>
}

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
  const add = (route: RouteDefinition, lenient: boolean, handle: Bound['handle']): void => {
    routes.push(route)
    const name = `${route.method} ${route.path}`
    const need = (options.disclosureNeedOf ?? disclosureNeedOf)(route)
    const limitClass = limitClassOf(route)
    register(
      app,
      { route, limitClass, name, lenient, budget, underWay, need, readers: readersOf(route), handle },
      options,
    )
  }
  return {
    app,
    server: app.server,
    routes,
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
          request.entrance = { caller, token, digest: null }
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
    ? (keyRefusal(bound, entered.caller.program, reply, limits) ??
      refusalAtDoor(bound, entered.caller, request, options, null))
    : entered.refusal
  if (why !== null) sendOutcome(reply, why, options.texts, localeOf(request))
  else if (isIn) request.entrance = { caller: entered.caller, token: '', digest: entered.digest }
  return why === null
}

function tooOften(seconds: number): Outcome<never> {
  return { ok: false, reason: 'rate_limited', params: { seconds: String(seconds) } }
}

function refusalAtDoor(
  bound: Bound,
  caller: Caller | null,
  request: FastifyRequest,
  options: GatewayOptions,
  cause: EndCause | null,
): Outcome<never> | null {
  const account = caller === null ? null : `${caller.kind}:${caller.userId}`
  const wait = options.limits.take(bound.limitClass, account, request.ip, caller?.guest)
  if (wait !== null) return tooOften(wait)
  const verdict = mayCall(bound.route.access, caller?.actor ?? 'guest')
  if (verdict === 'yes') return null
  if (caller !== null) {
    const { name: route } = bound
    options.logger.info({ requestId: request.id, route, actor: caller.actor, reason: verdict }, 'a call was refused')
  }
  return cause === null ? refusal(verdict) : { ok: false, reason: verdict, params: { cause } }
}

const refusal = (reason: Reason): Outcome<never> => ({ ok: false, reason, params: undefined })

function tooManyFiles({ countMax }: FilesRule): Outcome<never> {
  return { ok: false, reason: 'files_too_many', params: { max: String(countMax) } }
}

/** Reads the body that the route takes, then answers. A form's room is given back once it is answered. */
async function received(bound: Bound, request: FastifyRequest, options: GatewayOptions): Promise<Outcome<unknown>> {
  const { files } = bound.route
  if (files === undefined) {
    return request.isMultipart() ? refusal('media_type') : answer(bound, request, options, bodyOf(request))
  }
  const release = bound.budget.take(files, request.headers['content-length'])
  if (release === null) return refusal('server_busy')
  try {
    const sent = await readForm(request, files)
    if ('text' in sent) return await answer(bound, request, options, sent)
    return sent.reason === 'files_too_many' ? tooManyFiles(files) : sent
  } finally {
    release()
  }
}

function answer(
  bound: Bound,
  request: FastifyRequest,
  options: GatewayOptions,
  sent: SentBody,
): Promise<Outcome<unknown>> | Outcome<unknown> {
  const { route } = bound
  const body = sent.ok ? bound.readers.body(sent.value) : unread
  const query = bound.readers.query(request.query)
  const params = bound.readers.params(request.params)
  const sentKey = readKey(request.headers['idempotency-key'], bound.name, request.url, sent.text)
  const { token, digest } = request.entrance
  const unsigned = digest === null ? null : keyFaultOf(digest, route, sent.text, sentKey)
  if (unsigned !== null) return refusal(unsigned)
  const key = route.idempotent ? sentKey : null
  const fault = faultOf([body, query, params]) ?? (key === 'malformed' ? keyFault : null)
  const missing = route.asked === undefined ? null : missingField(route.asked, sent.value)
  if (missing !== null && fault?.reason !== 'request_malformed') {
    return { ok: false, reason: 'information_incomplete', params: { field: missing } }
  }
  if (fault !== null && !bound.lenient) return refusalOf(fault)
  const address = networkOf(request.ip)
  const caller = ownCaller(request.entrance.caller, { requestId: request.id, address })
  // One object with all its fields: a request passes here before anything else is done for it.
  const call: AnyCall = {
    requestId: request.id,
    locale: localeOf(request),
    address,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentMax),
    token,
    key: key === 'malformed' ? null : key,
    files: sent.files,
    origin: () => ownOrigin(request, options),
    caller,
    fault: fault?.reason ?? null,
    body: body.ok ? body.value : sent.value,
    wellFormed: body.ok ? body.value : undefined,
    query: query.ok ? query.value : undefined,
    params: params.ok ? params.value : undefined,
  }
  if (isStaffTrade(bound, caller, sent.value)) return refusal('staff_no_trading')
  const understood = isUnderstood(bound.need, caller, sent.value, options)
  const answered = (yes: boolean) =>
    yes ? receipted(handled(bound, call, fault), caller, options.receipts) : dueOf(bound.need, caller, options)
  const work = () => (understood instanceof Promise ? understood.then(answered) : answered(understood))
  return sentKey === null || route.method === 'GET' ? work() : bound.underWay.once(caller, sentKey, work)
}

// whether the account may trade the product at all comes before what it has to read for it
async function dueOf(
  need: Bound['need'],
  caller: Caller | null,
  { disclosures }: GatewayOptions,
): Promise<Outcome<never>> {
  if (need === null || need === 'unlisted' || caller === null) return refusal('disclosure_due')
  return refusal((await disclosures?.refused(caller.holder, need.product)) ?? 'disclosure_due')
}

/** Whether somebody who sees orders at the desk would take new risk with real money; what only reduces is none. */
function isStaffTrade({ route, need }: Bound, caller: Caller | null, body: unknown): boolean {
  if (caller?.staff !== true || caller.realm !== 'real') return false
  if (!riskAccess.some((access) => access === route.access)) return false
  return need === null || need === 'unlisted' || takesRisk(need, body)
}

/** Whether the caller understood the risk that the call takes: a demo account takes none, and reducing waits for nothing. */
function isUnderstood(
  need: Bound['need'],
  caller: Caller | null,
  body: unknown,
  { disclosures }: GatewayOptions,
): boolean | Promise<boolean> {
  if (need === null || caller === null || caller.realm !== 'real') return true
  if (need === 'unlisted') return false
  if (!takesRisk(need, body)) return true
  return disclosures?.accepted(caller.userId, need.product) ?? false
}

interface AnyCall extends CallContext {
  readonly caller: Caller | null
  readonly fault: 'request_malformed' | 'field_malformed' | null
  readonly body: unknown
  readonly wellFormed: unknown
  readonly query: unknown
  readonly params: unknown
}

/** The one place where the types of a route meet its handler's: both were checked together by `bind`. */
function callHandler(bound: Bound, call: AnyCall): Promise<Outcome<unknown>> | Outcome<unknown> {
  return bound.handle(call as never)
}

/** Answers; where the handler refuses for the fault that travelled with the call, its field is named. */
function handled(bound: Bound, call: AnyCall, fault: ShapeFault | null): Promise<Outcome<unknown>> | Outcome<unknown> {
  const outcome = callHandler(bound, call)
  if (fault === null) return outcome
  const named = (one: Outcome<unknown>) => (!one.ok && isOfFault(one.reason, fault) ? refusalOf(fault) : one)
  return outcome instanceof Promise ? outcome.then(named) : named(outcome)
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
