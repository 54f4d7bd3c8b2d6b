import {
  type KeyObject,
  createHmac,
  createSecretKey,
  generateKeyPairSync,
  hash,
  randomBytes,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { mayKeyCall } from '@truemark/protocol/policy'
import type { Reason } from '@truemark/protocol/errors'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { refused, type Outcome, type RequestKey } from './call.ts'
import type { KeyAllowance, LimitClass, Limits } from './limits.ts'
import { networkOf } from './network.ts'
import type { Caller, ProgramKey, SessionCache } from './session.ts'

const tooOften = (seconds: number): Outcome<never> => refused('rate_limited', { seconds: String(seconds) })

/** So far may a request's time stand from the server's, either way, in ms. */
const clockWindow = 5_000

const signatureBytes = { ed25519: 64, hmac: 32 } as const
type Kind = keyof typeof signatureBytes

/** A request that a program makes, for a call or to open a socket. */
export interface SignedRequest {
  readonly headers: IncomingHttpHeaders
  readonly method: string
  readonly url: string
  readonly ip: string
}

/** A request of a program, as its headers say it. */
interface Signed {
  readonly key: string
  readonly time: number
  readonly kind: Kind
  readonly signature: Buffer
  /** SHA-256 of the body in hex. */
  readonly digest: string
  /** What is signed. */
  readonly text: string
}

const emptyDigest = hash('sha256', '', 'hex')

/** Whether a request says that a program makes it: then its key alone says who calls. */
export function isByKey({ headers }: Pick<SignedRequest, 'headers'>): boolean {
  return headers['x-api-key'] !== undefined
}

function readSigned({ headers, method, url }: SignedRequest): Signed | null {
  const [key, time, given] = [headers['x-api-key'], headers['x-api-time'], headers['x-api-signature']]
  const digest = headers['x-api-digest'] ?? emptyDigest
  const once = headers['idempotency-key'] ?? ''
  if (typeof key !== 'string' || typeof time !== 'string' || typeof given !== 'string') return null
  if (typeof digest !== 'string' || typeof once !== 'string') return null
  const isWell = /^[0-9a-z]{26}$/.test(key) && /^[0-9]{13}$/.test(time) && /^[0-9a-f]{64}$/.test(digest)
  if (!isWell || !/^[A-Za-z0-9+/_-]{43,88}={0,2}$/.test(given)) return null
  const signature = Buffer.from(given, 'base64')
  const kind = (['ed25519', 'hmac'] as const).find((one) => signatureBytes[one] === signature.length)
  if (kind === undefined) return null
  const text = [key, time, once, method, url, digest].join('\n')
  return { key, time: Number(time), kind, signature, digest, text }
}

let nobodys: Readonly<Record<Kind, KeyObject>> | null = null

// keys that nobody has: what is no key, or of another kind, is held against them, so that it takes as long
function nobodysKey(kind: Kind): KeyObject {
  nobodys ??= { ed25519: generateKeyPairSync('ed25519').publicKey, hmac: createSecretKey(randomBytes(32)) }
  return nobodys[kind]
}

function kindOf({ type }: KeyObject): Kind {
  return type === 'public' ? 'ed25519' : 'hmac'
}

function isSigned(key: KeyObject | null, { kind, signature, text }: Signed): boolean {
  const isOwn = key !== null && kindOf(key) === kind
  const against = isOwn ? key : nobodysKey(kind)
  const isRight =
    kind === 'ed25519'
      ? verify(null, Buffer.from(text), against, signature)
      : timingSafeEqual(createHmac('sha256', against).update(text).digest(), signature)
  return isRight && isOwn
}

export interface KeyDoor {
  readonly sessions: SessionCache
  readonly limits: Limits
  /** The server's clock, UTC ms. */
  readonly now: () => number
}

/** A program that was let in, with the digest that its body must have; or why it was not. */
export type ByKey =
  | {
      readonly caller: ProgramKey['caller']
      /** The key's id, as the program names it. */
      readonly key: string
      readonly digest: string
      readonly expiresAt: number | null
    }
  | { readonly refusal: Outcome<never> }

/**
 * Lets a program in by its key, before the body is read. A key that nobody has or that has ended, a signature that is
 * not right, an address that the key is not for and headers that are no such request are all answered alike.
 */
export async function enterByKey(
  { sessions, limits, now }: KeyDoor,
  limitClass: LimitClass,
  request: SignedRequest,
): Promise<ByKey> {
  const signed = readSigned(request)
  // who is not let in counts as their network
  const stay = (refusal: Outcome<never>): ByKey => {
    const wait = limits.take(limitClass, null, request.ip)
    return { refusal: wait === null ? refusal : tooOften(wait) }
  }
  if (signed === null) return stay(refused('api_key_wrong'))
  const wait = sessions.knows(signed.key) ? null : limits.strangerWait(request.ip)
  if (wait !== null) return { refusal: tooOften(wait) }
  const time = Math.round(now())
  if (Math.abs(time - signed.time) > clockWindow) return stay(refused('api_clock_off', { time: String(time) }))
  const found = await sessions.findKey(signed.key)
  const isRight = isSigned(found?.key ?? null, signed)
  if (found === null || !isRight || !found.allows(request.ip)) {
    limits.noteStranger(request.ip)
    return stay(refused('api_key_wrong'))
  }
  found.used(networkOf(request.ip))
  return { caller: found.caller, key: signed.key, digest: signed.digest, expiresAt: found.expiresAt }
}

/** Why a key may not make a call, beside what its owner may not; `tell` is told what the key has left. */
export function keyRefusal(
  { route, limitClass }: { readonly route: RouteDefinition; readonly limitClass: LimitClass },
  { key, scope }: NonNullable<Caller['program']>,
  limits: Limits,
  tell: (allowance: KeyAllowance) => void,
): Outcome<never> | null {
  const allowance = limits.takeOfKey(limitClass, key)
  if (allowance !== null) {
    tell(allowance)
    if (allowance.isOver) return tooOften(allowance.seconds)
  }
  const verdict = mayKeyCall(route, scope)
  return verdict === 'yes' ? null : refused(verdict)
}

/** What is wrong with a program's request once its body is there: the body is not what was signed, or it could be made twice. */
export function keyFaultOf(
  digest: string,
  route: RouteDefinition,
  body: string,
  key: RequestKey | null | 'malformed',
): Reason | null {
  if (hash('sha256', body, 'hex') !== digest) return 'api_key_wrong'
  return route.method !== 'GET' && key === null ? 'api_idempotency_missing' : null
}
