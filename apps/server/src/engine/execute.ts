import type { Answer } from '@truemark/core/answer'
import type { Command } from '@truemark/core/vocabulary'
import type { Reason } from '@truemark/protocol/errors'
import { type CallContext, type Outcome, refused } from '../platform/http/call.ts'
import type { Caller } from '../platform/http/session.ts'
import type { Exchange } from './exchangeClient.ts'

/** The caller as the engine's queue knows one. */
export function sourceOf(caller: Caller) {
  return { kind: 'holder', holder: caller.holder, realm: caller.realm, asker: caller } as const
}

/** Why the engine refused, with the figures that its text names. */
export interface Refusal {
  readonly reason: Reason
  readonly params: Readonly<Record<string, string>>
}

type Answering<R> = {
  readonly [T in Answer['type']]?: (answer: Extract<Answer, { type: T }>) => Promise<Outcome<R>> | Outcome<R>
}

/**
 * Has the engine do what a caller asks for, once for the call's key. `answers` shapes the answer that the command is
 * answered with, under that answer's name; without `refuse` a refusal is told as the engine gave it.
 */
export async function execute<R>(
  { exchange }: { readonly exchange: Exchange },
  { caller, key }: { readonly caller: Caller } & Pick<CallContext, 'key'>,
  command: Command,
  answers: Answering<R>,
  refuse: (refusal: Refusal) => Promise<Outcome<R>> | Outcome<R> = ({ reason, params }) => refused(reason, params),
): Promise<Outcome<R>> {
  const executed = await exchange.command(sourceOf(caller), command, key)
  if (!executed.ok) return refuse(executed)
  const shape: ((answer: never) => Promise<Outcome<R>> | Outcome<R>) | undefined = answers[executed.answer.type]
  return shape === undefined ? refused('server_error') : shape(executed.answer as never)
}
