import type { Receipt } from '@truemark/protocol/evidence/receipt'
import type { Reason, SuccessName } from '@truemark/protocol/errors'
import type { LocaleId } from '@truemark/protocol/locale'
import type { AnswerOf, RouteDefinition } from '@truemark/protocol/routes/route'
import type * as z from 'zod/mini'
import type { Media } from './media.ts'
import type { CalledFrom, Caller } from './session.ts'

type ReadPart<R, Part extends string> = R extends { readonly [P in Part]: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined

/** An idempotency key as the engine takes it. */
export interface RequestKey {
  /** The UUIDv7 without its dashes: 32 hex digits. */
  readonly id: string
  /** Method and path of the route, without a caller's values. */
  readonly route: string
  /** SHA-256 of the address and the body, 64 hex digits: another body is another request. */
  readonly digest: string
}

/** A file that came with a form. What its sender calls it is not kept: no name of theirs is ever used. */
export interface SentFile {
  readonly bytes: Buffer
}

/** What is told of every call, whatever its route. */
export interface CallContext extends CalledFrom {
  readonly locale: LocaleId
  readonly userAgent: string
  /** The bearer token itself, for the slice that ends sessions; '' without one. */
  readonly token: string
  readonly key: RequestKey | null
  /** The files of a form, in the order in which they came. */
  readonly files: readonly SentFile[]
  /** Where this server is, as mails and passkeys say it: never a host that is the caller's word alone. */
  readonly origin: () => string
}

/** A call of a guest route may come without a session; any other has one. */
export type CallerOf<R> = R extends { readonly access: 'guest' } ? Caller | null : Caller

/** A call whose parts have the shapes that the route names. */
export interface Call<R> extends CallContext {
  readonly caller: CallerOf<R>
  readonly body: ReadPart<R, 'body'>
  readonly query: ReadPart<R, 'query'>
  readonly params: ReadPart<R, 'params'>
}

/**
 * A call of a route whose malformed fields travel to the engine, which refuses them at their place in
 * its ladder of checks: `fault` says what is wrong, and `body` is then what came, unread.
 */
export interface LenientCall<R> extends CallContext {
  readonly caller: CallerOf<R>
  readonly fault: 'field_malformed' | 'request_malformed' | null
  readonly body: unknown
  /** The body where it has the shape that the route names, whatever is wrong with the other parts. */
  readonly wellFormed: ReadPart<R, 'body'> | undefined
  readonly query: ReadPart<R, 'query'> | undefined
  readonly params: ReadPart<R, 'params'> | undefined
}

export type Outcome<T> =
  | {
      readonly ok: true
      readonly data: T
      readonly message: SuccessName | null
      /** That the journal has what the call asked for, and where. */
      readonly receipt?: Receipt | null
      /** That it had been done before, under the same key: the answer is that of then. */
      readonly replayed?: boolean
    }
  | { readonly ok: false; readonly reason: Reason; readonly params: Readonly<Record<string, string>> | undefined }

/** What a handler gives back: the envelope's data, or the image that the route answers with. */
type GivenBy<R> = R extends { readonly media: string } ? Media : AnswerOf<R>

export type Handler<R extends RouteDefinition> = (call: Call<R>) => Promise<Outcome<GivenBy<R>>> | Outcome<GivenBy<R>>
export type LenientHandler<R extends RouteDefinition> = (
  call: LenientCall<R>,
) => Promise<Outcome<AnswerOf<R>>> | Outcome<AnswerOf<R>>

/** Answers with code 200; `message` names a text of the catalogue of successes. */
export function done<T>(data: T, message: SuccessName | null = null): Outcome<T> {
  return { ok: true, data, message }
}

/** The outcome, marked where what it tells of had been done before, under the call's key; a refusal is what it was. */
export function replayed<T>(outcome: Outcome<T>, isSo: boolean): Outcome<T> {
  return outcome.ok && isSo ? { ...outcome, replayed: true } : outcome
}

/** Refuses with the catalogue's code and text of `reason`; `params` are the text's figures. */
export function refused(
  reason: Reason,
  params?: Readonly<Record<string, string>>,
): Outcome<never> & { readonly ok: false } {
  return { ok: false, reason, params }
}
