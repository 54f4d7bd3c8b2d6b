import { setTimeout as pause } from 'node:timers/promises'
import { httpStatusOf } from '@truemark/protocol/errors'
import { diceOf } from './dice.ts'
import { changesIn, standingOf } from './effects.ts'
import { faultOf, isDone } from './judge.ts'
import { type Request, requestOf } from './requests.ts'
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

export interface Findings {
  readonly faults: readonly string[]
  /** What was done, for whoever reads the run. */
  readonly told: string
}

const connections = 16
const batchSize = 1_000
const faultsMax = 60
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

/** Sends the requests of a seed and judges each answer; those that were refused are sent once more, and must change nothing. */
export async function run(stage: Stage, { seed, from, requests, minutesMax }: RunOptions): Promise<Findings> {
  const line = openLine(stage.server.port, connections)
  const faults = new Map<string, string>()
  const counts = new Map<string, number>()
  const memory: number[] = []
  const since = performance.now()
  const note = (fault: string, told: string): void => {
    if (fault === '' || faults.has(fault) || faults.size >= faultsMax) return
    faults.set(fault, told)
    // a long run may be ended before it says what it found
    process.stdout.write(`${fault}\n  ${told}\n`)
  }
  let first = from
  try {
    for (; first < from + requests && performance.now() - since < minutesMax * 60_000; first += batchSize) {
      const count = Math.min(batchSize, from + requests - first)
      const made = Array.from({ length: count }, (_, index) => ({
        at: first + index,
        request: requestOf(diceOf(seed, first + index), stage.cast),
      }))
      const sent = await sendAll(line, made)
      for (const one of sent) {
        note(kindOf(one), told(seed, one))
        if (isDone(one.response)) stage.cast.found.take(one.request.route.path, dataOf(one.response))
        const outcome = outcomeOf(one.response)
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
        if (one.wasBusy) counts.set('busy at first', (counts.get('busy at first') ?? 0) + 1)
      }
      note(
        ...(await effectOf(
          stage,
          line,
          sent.filter(({ response }) => !isDone(response)),
          seed,
        )),
      )
      for (const sum of await stage.server.engine.imbalance()) note(`sums: ${sum}`, `after request ${first + count}`)
      await stage.revive()
      memory.push(process.memoryUsage().heapUsed)
    }
  } finally {
    line.close()
  }
  const seconds = (performance.now() - since) / 1_000
  const made = Math.min(first - from, requests)
  return { faults: [...faults].map((one) => one.join('\n  ')), told: summary(counts, made, seconds, memory) }
}

/** Sends all, some at once. */
export async function sendAll(line: Line, made: readonly Pick<Sent, 'at' | 'request'>[]): Promise<Sent[]> {
  const sent: Sent[] = []
  const left = [...made]
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      sent.push({ ...next, ...(await sendSurely(line, next.request)) })
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return sent
}

/** Asks again where a busy server says so, as clients do: on a machine that does much else it may be. */
async function sendSurely(line: Line, request: Request): Promise<Pick<Sent, 'response' | 'wasBusy'>> {
  let response = await line.send(request)
  const wasBusy = response.status === busyStatus
  for (let tries = 0; response.status === busyStatus && tries < busyTriesMax; tries += 1) {
    await pause(settleMs)
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
    const again = await sendAll(line, refused)
    await pause(settleMs)
    const changed = changesIn(before, await standingOf(stage.server.database))
    const isUnclear = again.some(({ response, wasBusy }) => wasBusy || isDone(response))
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

function summary(
  counts: ReadonlyMap<string, number>,
  requests: number,
  seconds: number,
  memory: readonly number[],
): string {
  const outcomes = [...counts].toSorted(([, a], [, b]) => b - a).map(([name, count]) => `${name}: ${count}`)
  const megabytes = memory.map((bytes) => Math.round(bytes / 1e6))
  return `${requests} requests in ${seconds.toFixed(1)} s. ${outcomes.slice(0, 40).join(', ')}. Heap in MB: ${megabytes.slice(-20).join(' ')}`
}
