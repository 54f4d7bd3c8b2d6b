import { setTimeout as pause } from 'node:timers/promises'
import { httpStatusOf } from '@truemark/protocol/errors'
import { diceOf } from './dice.ts'
import { changesIn, standingOf } from './effects.ts'
import { faultOf, isDone } from './judge.ts'
import { type Cast, type Request, requestOf } from './requests.ts'
import type { Found } from './found.ts'
import { type Line, type Response, openLine } from './send.ts'
import type { Stage } from './stage.ts'

export interface RunOptions {
  readonly seed: number
  /** The number of the first request. */
  readonly from: number
  readonly requests: number
  /** After so long no further batch begins. */
  readonly minutesMax: number
}

type Asked = Pick<Sent, 'at' | 'request'>

export interface Findings {
  readonly faults: readonly string[]
  /** What was done, for whoever reads the run. */
  readonly told: string
}

const connections = 32
/** So many requests are judged together: those of them that were refused are sent again, and must change nothing. */
const batchSize = 5_000
const faultsMax = 60
const progressRequests = 50_000
/** Projections end within this after the last answer. */
const settleMs = 400
const busyStatus = httpStatusOf('server_busy')
const busyTriesMax = 20

export interface Sent {
  readonly at: number
  readonly request: Request
  readonly response: Response
  /** Whether the server was too busy for it at first: what came of that is unknown. */
  readonly wasBusy: boolean
}

/** What a run has found so far; each fault is written out at once, since a long run may be ended before it says so. */
export class Tally {
  readonly #faults = new Map<string, string>()
  readonly #outcomes = new Map<string, number>()
  readonly #since = performance.now()
  readonly #seed: number
  #requests = 0
  #again = 0

  constructor(seed: number) {
    this.#seed = seed
  }

  get minutes(): number {
    return (performance.now() - this.#since) / 60_000
  }

  get faults(): string[] {
    return [...this.#faults].map((one) => one.join('\n  '))
  }

  note(fault: string, told: string): void {
    if (fault === '' || this.#faults.has(fault) || this.#faults.size >= faultsMax) return
    this.#faults.set(fault, told)
    process.stdout.write(`${fault}\n  ${told}\n`)
  }

  /** Judges an answer and counts it; what it shows may be asked for by later requests. */
  take(sent: Sent, found: Found): void {
    this.#requests += 1
    this.note(kindOf(sent), told(this.#seed, sent))
    if (isDone(sent.response)) found.take(sent.request.route.path, dataOf(sent.response))
    this.#count(outcomeOf(sent.response))
    if (sent.wasBusy) this.#count('busy at first')
  }

  countAgain(requests: number): void {
    this.#again += requests
  }

  /** Says now and then how far it is: a long run may be ended from outside. */
  tellProgress(): void {
    if (this.#requests % progressRequests === 0) process.stdout.write(`${new Date().toISOString()} ${this.told()}\n`)
  }

  told(): string {
    const seconds = this.minutes * 60
    const outcomes = [...this.#outcomes].toSorted(([, a], [, b]) => b - a).map(([name, count]) => `${name}: ${count}`)
    const rate = ((this.#requests + this.#again) / seconds).toFixed(0)
    const heap = Math.round(process.memoryUsage().heapUsed / 1e6)
    return `${this.#requests} requests and ${this.#again} refused ones again in ${seconds.toFixed(1)} s, ${rate} a second, heap of ${heap} MB. ${outcomes.slice(0, 40).join(', ')}`
  }

  #count(outcome: string): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1)
  }
}

/** Sends the requests of a seed and judges each answer; those that were refused are sent once more, and must change nothing. */
export async function run(stage: Stage, { seed, from, requests, minutesMax }: RunOptions): Promise<Findings> {
  const line = openLine(stage.server.port, connections, stage.cast.programs)
  const tally = new Tally(seed)
  try {
    for (let first = from; first < from + requests && tally.minutes < minutesMax; first += batchSize) {
      const count = Math.min(batchSize, from + requests - first)
      const refused: Sent[] = []
      await sendAll(line, madeOf(seed, first, count, stage.cast), (sent) => {
        tally.take(sent, stage.cast.found)
        if (!isDone(sent.response)) refused.push(sent)
      })
      tally.note(...(await effectOf(stage, line, refused, seed)))
      tally.countAgain(refused.length)
      for (const sum of await stage.server.engine.imbalance())
        tally.note(`sums: ${sum}`, `after request ${first + count}`)
      await stage.revive()
      tally.tellProgress()
    }
  } finally {
    line.close()
  }
  return { faults: tally.faults, told: tally.told() }
}

/** The requests of a seed, each made when it is sent, of what answers have shown by then. */
export function* madeOf(seed: number, first: number, count: number, cast: Cast): Generator<Asked> {
  for (let at = first; at < first + count; at += 1) yield { at, request: requestOf(diceOf(seed, at), cast) }
}

/** Sends all, as many at once as there are connections; a slow answer holds up none but its own. */
export async function sendAll(line: Line, asked: Iterable<Asked>, take: (sent: Sent) => void): Promise<void> {
  const left = asked[Symbol.iterator]()
  const work = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) {
      take({ ...next.value, ...(await sendSurely(line, next.value.request)) })
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
}

/** Asks again where a busy server says so, as clients do: on a machine that does much else it may be. */
async function sendSurely(line: Line, request: Request): Promise<Pick<Sent, 'response' | 'wasBusy'>> {
  let response = await line.send(request)
  const wasBusy = response.status === busyStatus
  for (let tries = 0; response.status === busyStatus && tries < busyTriesMax; tries += 1) {
    // ever longer: whoever asks a busy server again at once keeps it busy
    await pause(settleMs * 2 ** Math.min(tries, 4))
    response = await line.send(request)
  }
  return { response, wasBusy }
}

/** Sends again what was refused, while nothing else is asked for: what then is not as before is an effect of a refusal. */
async function effectOf(stage: Stage, line: Line, refused: readonly Sent[], seed: number): Promise<[string, string]> {
  stage.silence()
  try {
    await pause(settleMs)
    const before = await standingOf(stage.server.database)
    let isUnclear = false
    await sendAll(line, refused, ({ response, wasBusy }) => {
      isUnclear ||= wasBusy || isDone(response)
    })
    await pause(settleMs)
    const changed = changesIn(before, await standingOf(stage.server.database))
    if (changed.length === 0 || isUnclear) return ['', '']
    if (refused.length > 1) {
      const half = Math.ceil(refused.length / 2)
      const first = await effectOf(stage, line, refused.slice(0, half), seed)
      return first[0] === '' ? effectOf(stage, line, refused.slice(half), seed) : first
    }
    return [`a refusal changed ${changed.join(', ')}`, refused.map((one) => told(seed, one)).join()]
  } finally {
    stage.speak()
  }
}

/** What an answer bears as its data. */
export function dataOf({ text }: Response): unknown {
  try {
    return Reflect.get(Object(JSON.parse(text)), 'data')
  } catch {
    return null
  }
}

/** What is wrong with an answer, with its route; '' where nothing is. */
export function kindOf({ request, response }: Sent): string {
  const fault = faultOf(request, response)
  return fault === '' ? '' : `${request.route.method} ${request.route.path}: ${fault}`
}

/** A request and its answer, for whoever reads a run. */
export function told(seed: number, { at, request, response }: Sent): string {
  const { asker, method, target, headers, body } = request
  const shown = headers.filter(([name]) => name !== 'authorization').map((pair) => pair.join(': ').slice(0, 80))
  return [
    `seed ${seed} request ${at} as ${asker}: ${method} ${target.slice(0, 300)}`,
    shown.join('; '),
    String(body).slice(0, 600),
    `→ ${response.status} ${response.text.slice(0, 400)} ${response.failure}`,
  ].join('\n  ')
}

function outcomeOf({ status, text }: Response): string {
  return `${status} ${/^\{"code":(\d+)/.exec(text)?.[1] ?? ''}`
}
