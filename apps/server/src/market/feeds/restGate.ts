import { Backoff } from './backoff.ts'
import { readJson } from './reading.ts'
import type { FeedClock, SourceId } from './source.ts'

/** Why a REST call gave nothing. The first three were tried again before. */
export type RestFailure =
  | 'timeout'
  /** No connection, or the venue's 5xx. */
  | 'unavailable'
  /** The venue's 429 or 418: it wants fewer calls. */
  | 'throttled'
  /** Any other status than 200. */
  | 'refused'
  | 'too-large'
  | 'malformed'
  /** More calls wait here than may. */
  | 'overloaded'
  | 'stopped'

export type RestAnswer = { ok: true; body: unknown } | { ok: false; failure: RestFailure }

const callTimeout = 5_000
const bodyBytesMax = 8 * 1024 * 1024
const waitingMax = 256
const retryMin = 500
const retryMax = 8_000
const penaltyMin = 10_000
const penaltyMax = 5 * 60_000
const retried: readonly RestFailure[] = ['timeout', 'unavailable', 'throttled']

/**
 * Ms between two calls to one venue, well within the published limits: Binance 6 000 weight a minute (a depth of 1 000
 * costs 50, a page of klines 2), Coinbase 10 a second, Kraken about one a second, OKX 20 in 2 s and 10 a second.
 */
export const restSpacing: Readonly<Record<SourceId, number>> = { binance: 500, coinbase: 200, kraken: 1_100, okx: 150 }

export interface RestGateOptions {
  spacing: number
  clock: FeedClock
  random: () => number
  fetch?: typeof fetch
  timeout?: number
}

/** The one way to a venue's REST calls: spaced, timed, bounded in bytes and in waiting calls, tried again with back-off. */
export class RestGate {
  readonly #options: RestGateOptions
  readonly #fetch: typeof fetch
  readonly #timeout: number
  readonly #stops = new Set<() => void>()
  #nextSlot = 0
  #waiting = 0
  #stopped = false

  constructor(options: RestGateOptions) {
    this.#options = options
    this.#fetch = options.fetch ?? fetch
    this.#timeout = options.timeout ?? callTimeout
  }

  /** Fetches JSON, its numbers as text (see readJson). Never throws. */
  async get(url: string, attemptsMax = 4): Promise<RestAnswer> {
    if (this.#waiting >= waitingMax) return { ok: false, failure: 'overloaded' }
    this.#waiting += 1
    try {
      return await this.#attempt(url, attemptsMax)
    } finally {
      this.#waiting -= 1
    }
  }

  /** Ends what waits and what is under way; each gives `stopped`. */
  stop(): void {
    this.#stopped = true
    for (const stop of this.#stops) stop()
  }

  async #attempt(url: string, attemptsMax: number): Promise<RestAnswer> {
    const backoff = new Backoff(retryMin, retryMax, this.#options.random)
    let answer: RestAnswer = { ok: false, failure: 'stopped' }
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      await this.#slot()
      if (this.#stopped) return { ok: false, failure: 'stopped' }
      answer = await this.#call(url)
      if (this.#stopped) return { ok: false, failure: 'stopped' }
      if (answer.ok || !retried.includes(answer.failure) || attempt === attemptsMax) return answer
      await this.#sleep(backoff.next())
    }
    return answer
  }

  async #slot(): Promise<void> {
    const now = this.#options.clock.now()
    const slot = Math.max(now, this.#nextSlot)
    this.#nextSlot = slot + this.#options.spacing
    if (slot > now) await this.#sleep(slot - now)
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stopped) return resolve()
      const end = () => {
        cancel()
        this.#stops.delete(end)
        resolve()
      }
      const cancel = this.#options.clock.after(ms, end)
      this.#stops.add(end)
    })
  }

  async #call(url: string): Promise<RestAnswer> {
    const abort = new AbortController()
    const stop = () => abort.abort()
    let timedOut = false
    const cancel = this.#options.clock.after(this.#timeout, () => {
      timedOut = true
      abort.abort()
    })
    this.#stops.add(stop)
    try {
      const response = await this.#fetch(url, {
        signal: abort.signal,
        redirect: 'error',
        headers: { accept: 'application/json', 'user-agent': 'truemark' },
      })
      return await this.#read(response, abort)
    } catch {
      return { ok: false, failure: timedOut ? 'timeout' : 'unavailable' }
    } finally {
      cancel()
      this.#stops.delete(stop)
    }
  }

  async #read(response: Response, abort: AbortController): Promise<RestAnswer> {
    const failure = statusFailure(response.status)
    if (failure) {
      if (failure === 'throttled') this.#pause(response.headers.get('retry-after'))
      abort.abort()
      return { ok: false, failure }
    }
    const text = await readBounded(response)
    if (text === null) {
      abort.abort()
      return { ok: false, failure: 'too-large' }
    }
    const body = readJson(text)
    return body === undefined ? { ok: false, failure: 'malformed' } : { ok: true, body }
  }

  /** All calls wait when the venue says so: going on would get the address banned. */
  #pause(retryAfter: string | null): void {
    const asked = retryAfter !== null && /^[0-9]{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : 0
    const pause = Math.min(penaltyMax, Math.max(penaltyMin, asked))
    this.#nextSlot = Math.max(this.#nextSlot, this.#options.clock.now() + pause)
  }
}

function statusFailure(status: number): RestFailure | null {
  if (status === 200) return null
  if (status === 429 || status === 418) return 'throttled'
  return status >= 500 ? 'unavailable' : 'refused'
}

/** The body as text, or null when it is longer than allowed. */
async function readBounded(response: Response): Promise<string | null> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
