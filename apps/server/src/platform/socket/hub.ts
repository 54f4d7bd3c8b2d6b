import type { HolderId } from '@truemark/core/ledger/holders'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { client as clientLimits } from '@truemark/protocol/client'
import { type Reason, codeOf } from '@truemark/protocol/errors'
import {
  type SessionEndCode,
  type BookChannel,
  type Channel,
  type ClientMessage,
  clientFrameBytesMax,
  closeCode,
  parseChannel,
  programTypes,
} from '@truemark/protocol/stream'
import { channelName } from '@truemark/protocol/streamText'
import type { Realm } from '@truemark/protocol/values'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { Clock } from '../clock.ts'
import { NetworkCounts, networkOf } from '../http/network.ts'
import { type SocketCalls, noCalls } from '../http/socketCalls.ts'
import { startRounds } from '../rounds.ts'
import { type CallTaker, answerOver, enterSigned, isOver } from './calls.ts'
import { Channels, everyone } from './channels.ts'
import { Client, type SocketCaller } from './client.ts'
import { admit, refuse } from './door.ts'
import { innerName, hasRoom, readMessage, realmMark } from './messages.ts'
import { addressOfUpgrade } from './networks.ts'

export type HistoryParams = Extract<ClientMessage, { type: 'kline_history' }>['params']

export interface HubOptions {
  readonly clock: Clock
  readonly path: string
  readonly publicUrl: string | null
  /** Whom a socket token belongs to; null where it is unknown, expired or its session is over. */
  readonly authenticateSocket: (token: string) => Promise<SocketCaller | null>
  readonly hasSymbol: (symbol: string) => boolean
  /** The candles that `kline_history` asks for, as JSON of an array. */
  readonly history: (params: HistoryParams) => Promise<string>
  readonly onError: (error: unknown) => void
  /** How many of the proxies' notes on an upgrade's origin are believed, the newest first. */
  readonly trustedProxies?: number
  /** How many sockets one network may have open. */
  readonly socketsPerNetworkMax?: number
}

export interface HubStats {
  readonly sockets: number
  readonly slow: number
  readonly bufferedBytes: number
}

/** The part of the hub that tells holders of what is theirs. */
export type OwnHub = Pick<Hub, 'isOpen' | 'toHolder'>

/** Sends what is published to whoever follows it, each 50 ms in one frame a client. */
export interface Hub {
  /** Keeps `message` for the followers of `channel`; of messages with one `key` the latest wins. */
  publish(channel: Exclude<Channel, BookChannel>, message: object, key?: string): void
  /** Keeps a book for its followers in one realm, where it is another than before: realms never meet. */
  publishBook(channel: BookChannel, realm: Realm, message: object): void
  /** Whether anybody follows a book in a realm. */
  isBookFollowed(channel: BookChannel, realm: Realm): boolean
  /** Keeps `message` for every client. */
  toEveryone(message: object, key: string): void
  /** Sends to the sockets of one holder, with its next `seq`. */
  toHolder(holder: HolderId, type: number, data: object): void
  /** Whether a holder has a socket open; where not, nothing needs to be told. */
  isOpen(holder: HolderId): boolean
  /** Who has one open. */
  holders(): Iterable<HolderId>
  /** By which sessions and keys sockets are open. */
  sessions(): ReadonlySet<string>
  /** The last `seq` of a holder. */
  seqOf(holder: HolderId): number
  /** Closes the sockets of a session that has ended. */
  closeSession(sessionId: string, code?: SessionEndCode): void
  closeHolder(holder: HolderId): void
  /** Serves the upgrades of a server; `calls` are what can be asked for over its sockets, nothing without. */
  attach(server: Server, calls?: SocketCalls): void
  stats(): HubStats
  close(): Promise<void>
}

const roundInterval = clientLimits.batchMs
const pingInterval = 15_000
const socketsMax = 20_000
const socketsPerNetworkMaxDefault = 2_000
/** The most sequence numbers kept for holders without a socket; whoever was forgotten begins at the clock. */
const seqsMax = 50_000

/** Builds the hub; it serves nothing until it is attached to a server. */
export function createHub(options: HubOptions): Hub {
  return new SocketHub(options)
}

class SocketHub implements Hub {
  readonly #options: HubOptions
  readonly #channels = new Channels()
  readonly #clients = new Set<Client>()
  readonly #byHolder = new Map<HolderId, Set<Client>>()
  readonly #seqs = new Map<HolderId, number>()
  readonly #networks: NetworkCounts
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: clientFrameBytesMax,
    perMessageDeflate: false,
    clientTracking: false,
    skipUTF8Validation: false,
  })
  readonly #stopRounds: () => Promise<void>
  readonly #stopPings: () => Promise<void>
  #closed = false

  constructor(options: HubOptions) {
    this.#options = options
    this.#networks = new NetworkCounts(options.socketsPerNetworkMax ?? socketsPerNetworkMaxDefault)
    const { onError } = options
    this.#stopRounds = startRounds(() => this.#round(), { everyMs: roundInterval, first: 'later', onError })
    this.#stopPings = startRounds(() => this.#ping(), { everyMs: pingInterval, first: 'later', onError })
  }

  publish(channel: Exclude<Channel, BookChannel>, message: object, key = ''): void {
    this.#channels.put(channelName(channel), JSON.stringify(message), key)
  }

  publishBook(channel: BookChannel, realm: Realm, message: object): void {
    const [name, text] = [`${channelName(channel)}${realmMark}${realm}`, JSON.stringify(message)]
    if (this.#channels.last(name) !== text) this.#channels.put(name, text, '')
  }

  isBookFollowed(channel: BookChannel, realm: Realm): boolean {
    return this.#channels.isFollowed(`${channelName(channel)}${realmMark}${realm}`)
  }

  toEveryone(message: object, key: string): void {
    this.#channels.put(everyone, JSON.stringify(message), key)
  }

  toHolder(holder: HolderId, type: number, data: object): void {
    const clients = this.#byHolder.get(holder)
    if (clients === undefined) return
    const seq = this.seqOf(holder) + 1
    this.#seqs.set(holder, seq)
    const text = `{"type":${type},"seq":${seq},"data":${JSON.stringify(data)}}`
    const forPrograms = programTypes.includes(type) ? text : `{"type":"passed","seq":${seq}}`
    for (const client of clients) client.tell(client.caller?.isProgram === true ? forPrograms : text)
  }

  isOpen(holder: HolderId): boolean {
    return this.#byHolder.has(holder)
  }

  holders(): Iterable<HolderId> {
    return this.#byHolder.keys()
  }

  sessions(): ReadonlySet<string> {
    return new Set([...this.#clients].flatMap(({ caller }) => caller?.sessionId ?? []))
  }

  seqOf(holder: HolderId): number {
    return this.#seqs.get(holder) ?? 0
  }

  closeSession(sessionId: string, code: SessionEndCode = closeCode.sessionEnded): void {
    for (const client of this.#clients) {
      if (client.caller?.sessionId === sessionId) client.close(code, 'the session has ended')
    }
  }

  closeHolder(holder: HolderId): void {
    for (const client of this.#byHolder.get(holder) ?? []) client.close(closeCode.sessionEnded, 'the session has ended')
  }

  attach(server: Server, calls: SocketCalls = noCalls): void {
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy())
      this.#admit(request, socket, head, calls).catch((error: unknown) => {
        this.#options.onError(error)
        refuse(socket, 503)
      })
    })
  }

  stats(): HubStats {
    let slow = 0
    let bufferedBytes = 0
    for (const client of this.#clients) {
      if (client.isSlow) slow += 1
      bufferedBytes += client.bufferedBytes
    }
    return { sockets: this.#clients.size, slow, bufferedBytes }
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([this.#stopRounds(), this.#stopPings()])
    for (const client of this.#clients) client.close(closeCode.goingAway, 'the server stops')
    const end = performance.now() + 500
    while (this.#clients.size > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10))
    for (const client of this.#clients) client.socket.terminate()
    this.#server.close()
  }

  async #admit(request: IncomingMessage, socket: Duplex, head: Buffer, calls: SocketCalls): Promise<void> {
    const { path, publicUrl, trustedProxies = 0 } = this.#options
    const isSigned = calls.isSigned(request)
    const ticket = admit(request, { path, publicUrl, isSigned })
    if (ticket.status !== 101) return refuse(socket, ticket.status)
    if (this.#closed || this.#clients.size >= socketsMax) return refuse(socket, 503)
    const ip = addressOfUpgrade(request, trustedProxies)
    const entered = isSigned ? await enterSigned(calls, request, ip) : await this.#enter(ticket.token)
    if (socket.destroyed) return
    if (entered !== null && 'status' in entered) return refuse(socket, entered.status, entered.text)
    const network = networkOf(ip)
    if (!this.#networks.take(network)) return refuse(socket, 503)
    socket.once('close', () => this.#networks.leave(network))
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate())
      // A browser can't read the status of a refused upgrade, but it can read a close code.
      if (entered === null && ticket.token !== '') webSocket.close(closeCode.sessionEnded, 'the token is not valid')
      else {
        const peer = { ip, userAgent: request.headers['user-agent'] ?? '' }
        const client = this.#open(webSocket, socket, entered, (call) => answerOver(client, call, calls, peer))
        if (entered !== null)
          this.#lookAgain(client, isSigned ? calls.stands(entered.sessionId) : this.#stands(ticket.token))
      }
    })
  }

  #enter(token: string): Promise<SocketCaller | null> | null {
    return token === '' ? null : this.#options.authenticateSocket(token)
  }

  async #stands(token: string): Promise<boolean> {
    return (await this.#options.authenticateSocket(token)) !== null
  }

  /** A session that ended while its token was looked up found no socket to close. */
  #lookAgain(client: Client, stands: Promise<boolean>): void {
    stands
      .then((yes) => {
        if (!yes) client.close(closeCode.sessionEnded, 'the session has ended')
      })
      .catch(this.#options.onError)
  }

  #open(webSocket: WebSocket, raw: Duplex, caller: SocketCaller | null, call: CallTaker): Client {
    const client = new Client(webSocket, raw, caller, this.#channels.join(new Set()), performance.now())
    this.#clients.add(client)
    if (caller !== null) this.#clientsOf(caller.holder).add(client)
    this.#reply(client, { type: 'subscribed', symbols: [], seq: this.#seqFor(client), time: this.#options.clock.now() })
    webSocket.on('message', (data, isBinary) => this.#receive(client, data, isBinary, call))
    webSocket.on('pong', () => client.hear(performance.now()))
    webSocket.on('close', () => this.#drop(client))
    return client
  }

  #drop(client: Client): void {
    if (!this.#clients.delete(client)) return
    this.#channels.leave(client.group)
    if (client.caller === null) return
    const clients = this.#byHolder.get(client.caller.holder)
    clients?.delete(client)
    if (clients?.size !== 0) return
    this.#byHolder.delete(client.caller.holder)
    if (this.#seqs.size > seqsMax) this.#seqs.delete(client.caller.holder)
  }

  #clientsOf(holder: HolderId): Set<Client> {
    const known = this.#byHolder.get(holder)
    if (known !== undefined) return known
    const clients = new Set<Client>()
    this.#byHolder.set(holder, clients)
    // What happened while no socket was open was not told: a jump of `seq` (to the clock, so that it jumps across a
    // restart too) makes who comes back fetch state anew.
    this.#seqs.set(holder, Math.max(this.seqOf(holder) + 1, this.#options.clock.now()))
    return clients
  }

  #receive(client: Client, data: RawData, isBinary: boolean, call: CallTaker): void {
    const now = performance.now()
    client.hear(now)
    const message = isBinary ? null : readMessage(data)
    // calls have the allowance of the API; who goes on after it is used up pays for each of them here
    if (message?.type === 'call') return void call(message).catch(this.#options.onError)
    if (!client.spend(now)) return client.close(closeCode.malformed, 'too many messages')
    if (message === null) return client.close(closeCode.malformed, 'no message of this protocol')
    switch (message.type) {
      case 'heartbeat':
        return this.#reply(client, { type: 'heartbeat', time: this.#options.clock.now() })
      case 'subscribe':
        return this.#subscribe(client, message.symbols)
      case 'unsubscribe':
        return this.#unsubscribe(client, message.symbols)
      case 'kline_history':
        return this.#history(client, message.params)
    }
  }

  #subscribe(client: Client, names: readonly string[]): void {
    const added: string[] = []
    for (const name of names) {
      const channel = parseChannel(name)
      if (channel === null || !this.#options.hasSymbol(channel.symbol)) {
        this.#fail(client, channel === null ? 'field_malformed' : 'symbol_unknown')
        continue
      }
      if (client.followed.has(name)) continue
      if (!hasRoom(client, channel)) {
        this.#fail(client, 'subscriptions_too_many')
        break
      }
      client.followed.add(name)
      added.push(name)
      const inner = innerName(client, channel, name)
      client.catchUp(inner, this.#channels.last(inner))
      client.channels.add(inner)
    }
    this.#regroup(client)
    this.#reply(client, {
      type: 'subscribed',
      symbols: added,
      seq: this.#seqFor(client),
      time: this.#options.clock.now(),
    })
  }

  #unsubscribe(client: Client, names: readonly string[]): void {
    const removed = names.filter((name) => client.followed.delete(name))
    for (const name of removed) {
      const channel = parseChannel(name)
      if (channel !== null) client.forget(innerName(client, channel, name))
    }
    this.#regroup(client)
    this.#reply(client, { type: 'unsubscribed', symbols: removed })
  }

  #regroup(client: Client): void {
    const before = client.group
    client.group = this.#channels.join(client.channels)
    this.#channels.leave(before)
  }

  #history(client: Client, params: HistoryParams): void {
    if (!this.#options.hasSymbol(params.symbol)) return this.#fail(client, 'symbol_unknown')
    if (client.historyRunning) return this.#fail(client, 'rate_limited')
    client.historyRunning = true
    this.#options
      .history(params)
      .then((candles) => {
        const head = JSON.stringify({ type: 'kline_history', symbol: params.symbol, interval: params.interval })
        client.tell(`${head.slice(0, -1)},"data":${candles}}`)
      })
      .catch((error: unknown) => {
        this.#options.onError(error)
        this.#fail(client, 'server_busy')
      })
      .finally(() => {
        client.historyRunning = false
      })
  }

  #fail(client: Client, reason: Reason): void {
    this.#reply(client, { type: 'error', code: codeOf(reason), reason, message: '' })
  }

  #reply(client: Client, message: object): void {
    client.tell(JSON.stringify(message))
  }

  #seqFor(client: Client): number {
    return client.caller === null ? 0 : this.seqOf(client.caller.holder)
  }

  #round(): void {
    this.#channels.startRound()
    const now = performance.now()
    for (const client of this.#clients) {
      const reads = client.flush(now, () => this.#resync(client))
      if (!reads) client.close(closeCode.tryAgainLater, 'the reader is too slow')
    }
  }

  #resync(client: Client): string {
    return JSON.stringify({ type: 'resync', seq: this.#seqFor(client), time: this.#options.clock.now() })
  }

  #ping(): void {
    const now = performance.now()
    for (const client of this.#clients) {
      if (client.isSilent(now)) client.socket.terminate()
      else if (isOver(client, this.#options.clock.now())) client.close(closeCode.sessionEnded, 'the key has ended')
      else if (!client.isSlow) client.socket.ping()
    }
  }
}
