import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Reason, codeOf, httpStatusOf } from '@truemark/protocol/errors'
import { parseLocaleId } from '@truemark/protocol/locale'
import { mayKeyCall } from '@truemark/protocol/policy'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import type { SocketCall } from '@truemark/protocol/stream'
import * as z from 'zod/mini'
import type { Logger } from '../log.ts'
import { envelopeOf, reasonOfFailure, refusalEnvelope } from './answers.ts'
import { type Bound, type CallRules, answerCall, refusalAtDoor } from './boundCall.ts'
import { enterByKey, isByKey, keyRefusal } from './byKey.ts'
import { type Outcome, refused } from './call.ts'
import { Media } from './media.ts'
import type { Caller, SessionCache } from './session.ts'
import type { Texts } from './texts.ts'

/** Where an open socket comes from. */
export interface SocketPeer {
  readonly ip: string
  readonly userAgent: string
}

/** The answer to a call: the message that is sent, and what it says of the socket. */
export interface SocketAnswer {
  readonly text: string
  /** Whether the API's allowance paid for it; what it refused to look at, the socket's own pays for. */
  readonly isPaid: boolean
  /** Whether who opened the socket may not call any more: their session, or their key, has ended. */
  readonly isEnded: boolean
}

/** A program whose upgrade was signed, or what it is refused with. */
export type SocketEntrance =
  | { readonly caller: Caller; readonly expiresAt: number | null }
  | { readonly status: number; readonly text: string }

/** The calls that can be made over a socket: those that a program's key of the scope `trade` may make. */
export interface SocketCalls {
  /** Whether an upgrade is a program's, signed as its requests are. */
  isSigned(request: IncomingMessage): boolean
  /** Lets a program in by its key. */
  enter(request: IncomingMessage, ip: string): Promise<SocketEntrance>
  /** Whether a session, or a key, still lets its bearer in. */
  stands(sessionId: string): Promise<boolean>
  /** Does what a call asks for, by the session or the key that opened the socket; null for a guest's. */
  answer(sessionId: string | null, call: SocketCall, peer: SocketPeer): Promise<SocketAnswer>
}

const nowhere = {
  status: httpStatusOf('route_unknown'),
  code: codeOf('route_unknown'),
  data: { reason: 'route_unknown', params: {} },
  message: '',
}

/** For a hub that takes no calls. */
export const noCalls: SocketCalls = {
  isSigned: () => false,
  enter: () => Promise.resolve({ status: 404, text: '' }),
  stands: () => Promise.resolve(false),
  answer: (_session, { id }) =>
    Promise.resolve({ text: JSON.stringify({ type: 'result', id, ...nowhere }), isPaid: false, isEnded: false }),
}

/** What is refused without anything having been looked at. */
const unpaid: readonly Reason[] = ['rate_limited', 'route_unknown', 'login_required']

/** Whether a route is called over sockets too: what a key may change, each time under a key that is remembered. */
export function isOverSocket(route: RouteDefinition): boolean {
  return route.byKey === 'trade' && mayKeyCall(route, 'trade') === 'yes'
}

/** The routes that are called over sockets, found by method and address. */
export class SocketRoutes {
  readonly #bySize = new Map<string, { readonly parts: readonly string[]; readonly bound: Bound }[]>()

  add(bound: Bound): void {
    const parts = bound.route.path.split('/')
    const name = `${bound.route.method} ${parts.length}`
    this.#bySize.set(name, [...(this.#bySize.get(name) ?? []), { parts, bound }])
  }

  /** The route of an address without its query, with what fills its braces. */
  find(method: string, path: string): { bound: Bound; params: Record<string, string> } | null {
    const asked = path.split('/')
    for (const { parts, bound } of this.#bySize.get(`${method} ${asked.length}`) ?? []) {
      const params = fill(parts, asked)
      if (params !== null) return { bound, params }
    }
    return null
  }
}

function fill(parts: readonly string[], asked: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    const given = asked[at] ?? ''
    if (part.startsWith('{')) params[part.slice(1, -1)] = given
    else if (part !== given) return null
  }
  return params
}

export interface SocketCallOptions extends CallRules {
  readonly logger: Logger
  readonly sessions: SessionCache
  readonly texts: Texts
  readonly now?: () => number
  readonly checkAnswers?: boolean
}

/** Has the routes be called over sockets, by the same rules as over HTTP. */
export function createSocketCalls(routes: SocketRoutes, options: SocketCallOptions): SocketCalls {
  const { limits, now = Date.now, sessions, texts } = options
  const door = { sessions, limits, now }
  const run = randomBytes(9).toString('base64url')
  let count = 0
  return {
    isSigned: isByKey,
    enter: async ({ headers, method = '', url = '' }, ip) => {
      const entered = await enterByKey(door, 'read', { headers, method, url, ip })
      if ('refusal' in entered) return refusedEntrance(entered.refusal, texts)
      const allowance = limits.takeOfKey('read', entered.caller.program.key)
      if (allowance?.isOver !== true) return { caller: entered.caller, expiresAt: entered.expiresAt }
      return refusedEntrance(refused('rate_limited', { seconds: String(allowance.seconds) }), texts)
    },
    stands: async (sessionId) => (await sessions.callerOf(sessionId)) !== null,
    answer: async (sessionId, call, peer) => {
      const id = `${run}-${(count += 1).toString(36)}`
      const caller = sessionId === null ? null : await sessions.callerOf(sessionId)
      const outcome = await outcomeOf(routes, options, { id, caller, call, peer })
      const isPaid = outcome.ok || !unpaid.includes(outcome.reason)
      return { text: textOf(call, outcome, texts), isPaid, isEnded: sessionId !== null && caller === null }
    },
  }
}

function refusedEntrance(outcome: Outcome<never>, texts: Texts): SocketEntrance {
  const { reason, params } = outcome.ok ? refused('server_error') : outcome
  const envelope = refusalEnvelope(reason, texts, parseLocaleId(undefined), params)
  return { status: httpStatusOf(reason) === 200 ? 403 : httpStatusOf(reason), text: JSON.stringify(envelope) }
}

function textOf(call: SocketCall, outcome: Outcome<unknown>, texts: Texts): string {
  const locale = parseLocaleId(call.lang)
  const status = outcome.ok ? 200 : httpStatusOf(outcome.reason)
  const envelope = outcome.ok
    ? envelopeOf(outcome, texts, locale)
    : refusalEnvelope(outcome.reason, texts, locale, outcome.params)
  const told = outcome.ok && outcome.replayed === true ? { replayed: true } : {}
  return JSON.stringify({ type: 'result', id: call.id, status, ...told, ...envelope })
}

interface Asked {
  readonly id: string
  readonly caller: Caller | null
  readonly call: SocketCall
  readonly peer: SocketPeer
}

async function outcomeOf(routes: SocketRoutes, options: SocketCallOptions, asked: Asked): Promise<Outcome<unknown>> {
  const { call, caller, id, peer } = asked
  const [path = '', ...rest] = call.path.split('?')
  const found = routes.find(call.method, path)
  if (found === null) return refused('route_unknown')
  const { bound, params } = found
  const program = caller?.program
  const refusal =
    (program === undefined ? null : keyRefusal(bound, program, options.limits, () => undefined)) ??
    refusalAtDoor(bound, caller, { ip: peer.ip, id }, options, null)
  if (refusal !== null) return refusal
  const came = {
    requestId: id,
    ...peer,
    locale: parseLocaleId(call.lang),
    token: '',
    caller,
    digest: null,
    target: call.path,
    query: queryOf(rest.join('?')),
    params,
    key: call.key,
    origin: noOrigin,
  }
  const text = call.body === undefined ? '' : JSON.stringify(call.body)
  try {
    const outcome = await answerCall(bound, came, options, { ok: true, value: call.body, text, files: [] })
    if (options.checkAnswers === true && outcome.ok && !(outcome.data instanceof Media)) {
      z.parse(bound.route.answer, outcome.data)
    }
    return outcome
  } catch (error) {
    const reason = reasonOfFailure(error, false)
    if (httpStatusOf(reason) >= 500) {
      options.logger.error({ err: error, requestId: id, route: bound.name }, 'a call over a socket failed')
    }
    return refused(reason)
  }
}

// what is named twice is a list, which no route takes for one value
function queryOf(text: string): Record<string, string | string[]> {
  const sent = new URLSearchParams(text)
  const read = (name: string): [string, string | string[]] => {
    const [first = '', ...more] = sent.getAll(name)
    return [name, more.length === 0 ? first : [first, ...more]]
  }
  return Object.fromEntries([...new Set(sent.keys())].map(read))
}

// what is called over sockets makes orders, and sends nobody anything that names where this server is
function noOrigin(): never {
  throw new Error('a call over a socket has no address of its own')
}
