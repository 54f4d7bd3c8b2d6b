import { ApiError, type CallInput, readAnswer, targetOf } from '@truemark/protocol/calling'
import { dataOf } from '@truemark/protocol/refusal'
import type { RouteDefinition } from '@truemark/protocol/routes/route'
import { type ServerMessage, callsUnderWayMax, closeCode, serverMessage } from '@truemark/protocol/stream'
import { parseFrame } from '@truemark/protocol/streamText'
import { type RawData, WebSocket } from 'ws'
import * as z from 'zod/mini'
import { type Waiting, untilAnswered } from './patience.ts'
import { type ProgramKey, newOnce, signedHeaders } from './programKey.ts'

export interface SocketOptions {
  /** As wss://trade.example.org */
  readonly url: string
  readonly key: ProgramKey
  /** UTC ms by the server's clock. */
  readonly now: () => number
  /** Is told what the server's clock says where it refuses this one's. */
  readonly noteTime: (time: number) => void
  readonly timeoutMs: number
  readonly waiting: Waiting
}

/** A socket that stays open: it is opened again when it is lost, and what was asked for over it is asked for again. */
export interface ProgramSocket {
  /**
   * Makes a call over the socket, and gives its data once it is committed. Where the socket is lost the call is sent over the
   * next, under its key, and so is done once.
   * @throws {ApiError}; `network` where no answer came in time, after which the same `once` asks again
   */
  call<R extends RouteDefinition>(route: R, input: CallInput<R>, once?: string): Promise<z.output<R['answer']>>
  /** Follows channels, such as BTCUSDT_Obook, on this socket and those after it. */
  follow(channels: readonly string[]): void
  /** Hears every message of the streams, in order. */
  hear(listener: (message: ServerMessage) => void): void
  /** Hears that something may have been missed: read balances and orders anew. */
  missed(listener: () => void): void
  /** Hears that the key lets nobody in any more; the socket is then closed for good. */
  ended(listener: (error: ApiError) => void): void
  close(): void
}

interface Asked {
  readonly text: string
  readonly done: (status: number, text: string) => void
}

const path = '/ws'
const waitMinMs = 250
const waitMaxMs = 10_000
/** A server that pings each 15 s and is silent for longer is gone, in ms. */
const silenceMs = 45_000

const result = z.object({ type: z.literal('result'), id: z.string(), status: z.int() })
const told = z.object({ type: z.unknown(), seq: z.optional(z.int()) })

/** Opens a program's socket; see {@link ProgramSocket}. */
export function openProgramSocket(options: SocketOptions): ProgramSocket {
  return new StayingSocket(options)
}

class StayingSocket implements ProgramSocket {
  readonly #options: SocketOptions
  /** Calls without an answer, by their id, oldest first. */
  readonly #asked = new Map<string, Asked>()
  readonly #sent = new Set<string>()
  readonly #channels = new Set<string>()
  readonly #hearers: ((message: ServerMessage) => void)[] = []
  readonly #missers: (() => void)[] = []
  readonly #enders: ((error: ApiError) => void)[] = []
  #socket: WebSocket | null = null
  #timer: NodeJS.Timeout | undefined
  #silence: NodeJS.Timeout | undefined
  #failures = 0
  #seq: number | null = null
  #count = 0
  #isClosed = false

  constructor(options: SocketOptions) {
    this.#options = options
    this.#connect()
  }

  call<R extends RouteDefinition>(
    route: R,
    input: CallInput<R>,
    once = newOnce(this.#options.now()),
  ): Promise<z.output<R['answer']>> {
    const { method } = route
    const { target } = targetOf(route, input)
    const call = { type: 'call', method, path: target, key: once, body: input.body }
    return untilAnswered(async () => {
      const { status, text } = await this.#answerTo(call)
      const data = dataOf({ ok: status === 200, status, statusText: 'no answer' }, text)
      return readAnswer<R['answer']>(route.answer, route.path, data)
    }, this.#options.waiting)
  }

  /** The answer to a call, whichever socket brings it; status 0 where none came in time. */
  #answerTo(call: object): Promise<{ readonly status: number; readonly text: string }> {
    const id = String((this.#count += 1))
    return new Promise((resolve) => {
      const late = setTimeout(() => done(0, ''), this.#options.timeoutMs)
      const done = (status: number, text: string): void => {
        clearTimeout(late)
        this.#asked.delete(id)
        this.#sent.delete(id)
        resolve({ status, text })
        this.#sendAsked()
      }
      if (this.#isClosed) return done(0, '')
      this.#asked.set(id, { text: JSON.stringify({ ...call, id }), done })
      this.#sendAsked()
    })
  }

  follow(channels: readonly string[]): void {
    for (const channel of channels) this.#channels.add(channel)
    this.#send({ type: 'subscribe', symbols: channels })
  }

  hear(listener: (message: ServerMessage) => void): void {
    this.#hearers.push(listener)
  }

  missed(listener: () => void): void {
    this.#missers.push(listener)
  }

  ended(listener: (error: ApiError) => void): void {
    this.#enders.push(listener)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#silence)
    this.#socket?.close()
    for (const { done } of this.#asked.values()) done(0, '')
  }

  #connect(): void {
    const { key, now, url } = this.#options
    const unsigned = { method: 'GET', target: path, body: '', once: '', time: now() }
    const socket = new WebSocket(url + path, { headers: signedHeaders(key, unsigned), handshakeTimeout: silenceMs })
    this.#socket = socket
    socket.on('open', () => this.#opened())
    socket.on('ping', () => this.#listen())
    socket.on('message', (data) => this.#read(data))
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_request, response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => this.#refused(response.statusCode ?? 0, text))
    })
    socket.on('close', (code) => {
      if (this.#socket !== socket) return
      if (code === closeCode.sessionEnded || code === closeCode.userDisabled)
        this.#end(new ApiError('api_key_wrong', 0, ''))
      else this.#lost()
    })
  }

  #opened(): void {
    this.#failures = 0
    this.#seq = null
    this.#sent.clear()
    this.#listen()
    if (this.#channels.size > 0) this.#send({ type: 'subscribe', symbols: [...this.#channels] })
    this.#sendAsked()
    for (const listener of this.#missers) listener()
  }

  /** What the server says of an upgrade that it does not take. */
  #refused(status: number, text: string): void {
    try {
      dataOf({ ok: false, status, statusText: '' }, text)
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'api_clock_off') {
        this.#options.noteTime(Number(error.params['time']))
      } else if (error instanceof ApiError && error.reason === 'api_key_wrong') return this.#end(error)
    }
    this.#lost()
  }

  #end(error: ApiError): void {
    if (this.#isClosed) return
    this.close()
    for (const listener of this.#enders) listener(error)
  }

  #lost(): void {
    if (this.#isClosed) return
    this.#socket = null
    clearTimeout(this.#silence)
    clearTimeout(this.#timer)
    const wait = Math.min(waitMaxMs, waitMinMs * 2 ** this.#failures)
    this.#failures = Math.min(this.#failures + 1, 10)
    this.#timer = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2))
  }

  #listen(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#socket?.terminate(), silenceMs)
  }

  #sendAsked(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    for (const [id, { text }] of this.#asked) {
      if (this.#sent.size >= callsUnderWayMax) return
      if (this.#sent.has(id)) continue
      this.#sent.add(id)
      this.#socket.send(text)
    }
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #read(data: RawData): void {
    this.#listen()
    const text = Buffer.isBuffer(data) ? data.toString() : ''
    for (const message of parseFrame(text) ?? []) this.#take(message)
  }

  #take(message: unknown): void {
    const answer = z.safeParse(result, message)
    if (answer.success) return this.#asked.get(answer.data.id)?.done(answer.data.status, JSON.stringify(message))
    this.#follows(message)
    const read = z.safeParse(serverMessage, message)
    if (read.success) for (const listener of this.#hearers) listener(read.data)
  }

  /** Of what is one's own nothing is left out: a `seq` that is not the next says that something was missed. */
  #follows(message: unknown): void {
    const { data, success } = z.safeParse(told, message)
    if (!success || data.seq === undefined) return
    const says = data.type === 'subscribed' || data.type === 'resync'
    const isNext = this.#seq === null || data.seq === (says ? this.#seq : this.#seq + 1)
    this.#seq = data.seq
    if (data.type === 'resync') this.#sent.clear()
    if (data.type === 'resync') this.#sendAsked()
    if (!isNext || data.type === 'resync') for (const listener of this.#missers) listener()
  }
}
