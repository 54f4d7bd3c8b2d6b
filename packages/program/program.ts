import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, type CallInput, readAnswer, targetOf } from '@truemark/protocol/calling'
import { dataOf } from '@truemark/protocol/refusal'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import type * as z from 'zod/mini'
import { untilAnswered } from './patience.ts'
import { type ProgramKey, newOnce, signedHeaders } from './programKey.ts'
import { type ProgramSocket, openProgramSocket } from './programSocket.ts'

export interface ProgramOptions {
  /** The installation, as https://trade.example.org */
  readonly url: string
  /** Without one, what is public can be read. */
  readonly key?: ProgramKey
  /** How long one answer is waited for, in ms. */
  readonly timeoutMs?: number
}

/** Makes calls of the API: typed by the route, signed by the key, asked again where the answer was lost. */
export interface Program {
  /**
   * Makes a call and gives its data. What changes something is sent under one Idempotency-Key until it is answered, and so
   * is done once; `once` is that key where the caller keeps its own, to ask again after a crash.
   * @throws {ApiError} with the catalogue's reason
   */
  call<R extends RouteDefinition>(route: R, input: CallInput<R>, once?: string): Promise<z.output<R['answer']>>
  /** Opens a socket that hears of balances and orders, follows prices, and makes calls. */
  open(): ProgramSocket
}

const timeoutDefaultMs = 15_000

/** Makes a program's client for one installation. */
export function createProgram({ url, key, timeoutMs = timeoutDefaultMs }: ProgramOptions): Program {
  const base = url.replace(/\/+$/, '')
  /** How far this machine's clock stands behind the server's, in ms. */
  let behind = 0
  const now = (): number => Date.now() + behind
  const waiting = { now: () => performance.now(), wait: (ms: number) => pause(ms) }

  async function send(method: string, target: string, body: string, once: string): Promise<unknown> {
    const signed = key === undefined ? {} : signedHeaders(key, { method, target, body, once, time: now() })
    const headers = { ...signed, ...(body === '' ? {} : { 'content-type': 'application/json' }) }
    const request = { method, headers, body: body === '' ? null : body, signal: AbortSignal.timeout(timeoutMs) }
    const lost = (error: unknown): never => {
      throw new ApiError('network', 0, error instanceof Error ? error.message : String(error))
    }
    const response = await fetch(base + target, request).catch(lost)
    return dataOf(response, await response.text().catch(lost))
  }

  // the refusal says what time it is: by that the request is signed once more
  const sendInTime = async (...sent: Parameters<typeof send>): Promise<unknown> => {
    try {
      return await send(...sent)
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'api_clock_off') throw error
      behind = Number(error.params['time']) - Date.now()
      return send(...sent)
    }
  }

  return {
    async call(route, input, once = route.method === 'GET' ? '' : newOnce(now())) {
      const { target } = targetOf(route, input)
      const body = input.body === undefined ? '' : JSON.stringify(input.body)
      const data = await untilAnswered(() => sendInTime(route.method, target, body, once), waiting)
      return readAnswer<(typeof route)['answer']>(route.answer, route.path, data)
    },
    open() {
      if (key === undefined) throw new Error('a socket of a program is opened by a key')
      const noteTime = (time: number): void => void (behind = time - Date.now())
      return openProgramSocket({ url: base.replace(/^http/, 'ws'), key, now, noteTime, timeoutMs, waiting })
    },
  }
}
