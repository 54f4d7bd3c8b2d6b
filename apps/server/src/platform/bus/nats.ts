import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type PeerCertificate, checkServerIdentity } from 'node:tls'
import {
  type ConnectionOptions,
  type NatsConnection,
  connect,
  credsAuthenticator,
  nkeyAuthenticator,
} from '@nats-io/transport-node'
import { StartRefusal, errorCode, errorMessage } from '../startRefusal.ts'
import type { Wire } from './wire.ts'

export interface NatsOptions {
  /** Addresses of servers of one cluster, such as nats://user:password@host:4222, separated by commas. */
  readonly url: string
  /** The file of an nkey's seed, or of a JWT with its seed; null for none. */
  readonly credentials: string | null
  /** The file of the certificates that vouch for the servers; null for those that this machine trusts. */
  readonly authorities: string | null
  /** What the servers' list of connections shows. */
  readonly name: string
  readonly warn: (message: string) => void
}

const retryMs = 500
const pingMs = 2_000
const pingsMax = 2
const bytesMaxFirst = 512 * 1024
const closeMax = 1_000

/** A wire through NATS servers, which it looks for until it finds one. Throws a StartRefusal where a file can't be read. */
export function connectNats(options: NatsOptions): Wire {
  return new NatsWire(optionsOf(options), options.warn)
}

interface Subscription {
  readonly subject: string
  readonly listener: (subject: string, bytes: Uint8Array) => void
}

class NatsWire implements Wire {
  readonly #warn: (message: string) => void
  readonly #subscriptions: Subscription[] = []
  readonly #listeners = new Set<() => void>()
  #connection: NatsConnection | null = null
  #isConnected = false
  #closed = false

  constructor(options: ConnectionOptions, warn: (message: string) => void) {
    this.#warn = warn
    connect(options).then(
      (connection) => this.#begin(connection),
      (error: unknown) => warn(`the bus can't be used: ${errorMessage(error)}`),
    )
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  get bytesMax(): number {
    return this.#connection?.info?.max_payload ?? bytesMaxFirst
  }

  publish(subject: string, bytes: Uint8Array): void {
    // what the client would keep while it is away is sent again by who waits for an answer, or is old by then
    if (this.#isConnected) this.#connection?.publish(subject, bytes)
  }

  subscribe(subject: string, listener: Subscription['listener']): void {
    const subscription = { subject, listener }
    this.#subscriptions.push(subscription)
    if (this.#connection !== null) this.#listen(this.#connection, subscription)
  }

  onConnected(listener: () => void): void {
    this.#listeners.add(listener)
    if (this.#isConnected) listener()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#isConnected = false
    const closing = this.#connection?.drain().catch(() => undefined)
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, closeMax).unref())])
  }

  #begin(connection: NatsConnection): void {
    if (this.#closed) return void connection.close()
    this.#connection = connection
    for (const subscription of this.#subscriptions) this.#listen(connection, subscription)
    this.#connected()
    this.#watch(connection).catch((error: unknown) => this.#warn(`the bus is not watched: ${errorMessage(error)}`))
  }

  #listen(connection: NatsConnection, { subject, listener }: Subscription): void {
    connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) listener(message.subject, message.data)
        else this.#warn(`${subject} is not heard on the bus: ${errorMessage(error)}`)
      },
    })
  }

  #connected(): void {
    this.#isConnected = true
    for (const listener of this.#listeners) listener()
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        if (!this.#closed) this.#warn('the bus is away')
        this.#isConnected = false
      } else if (status.type === 'reconnect') this.#connected()
      else if (status.type === 'error') this.#warn(`the bus says: ${errorMessage(status.error)}`)
    }
  }
}

function optionsOf({ url, credentials, authorities, name }: NatsOptions): ConnectionOptions {
  const urls = url.split(',').map((one) => new URL(one.trim()))
  const [first] = urls
  const isTls = urls.some(({ protocol }) => protocol === 'tls:')
  const secret = credentials === null ? null : readFile('BUS_CREDENTIALS', credentials)
  return {
    servers: urls.map(({ host }) => host),
    name,
    noEcho: true,
    waitOnFirstConnect: true,
    ignoreAuthErrorAbort: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: retryMs,
    reconnectJitter: retryMs / 5,
    pingInterval: pingMs,
    maxPingOut: pingsMax,
    ...(first === undefined || first.username === ''
      ? {}
      : { user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) }),
    ...(secret === null ? {} : { authenticator: authenticatorOf(secret) }),
    ...(isTls ? { tls: tlsOf(urls, authorities) } : {}),
  }
}

/**
 * Whom it speaks to by TLS. Of an address in numbers the client tells nobody, and the certificate would be asked for
 * `localhost` instead.
 */
function tlsOf(urls: readonly URL[], authorities: string | null) {
  const hosts = urls.map(({ hostname }) => hostname.replaceAll(/^\[|\]$/g, ''))
  const numbers = hosts.filter((host) => isIP(host) !== 0)
  return {
    ...(authorities === null ? {} : { ca: readFile('BUS_CA', authorities).toString() }),
    checkServerIdentity: (name: string, certificate: PeerCertificate): Error | undefined => {
      const isUnsaid = name === 'localhost' && numbers.length > 0
      const asked = isUnsaid ? [...numbers, ...hosts.filter((host) => host === name)] : [name]
      const faults = asked.map((host) => checkServerIdentity(host, certificate))
      return faults.includes(undefined) ? undefined : faults[0]
    },
  }
}

function authenticatorOf(secret: Buffer): NonNullable<ConnectionOptions['authenticator']> {
  const text = secret.toString('utf8')
  return text.includes('BEGIN NATS USER JWT') ? credsAuthenticator(secret) : nkeyAuthenticator(Buffer.from(text.trim()))
}

function readFile(setting: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new StartRefusal(`The file of ${setting}, ${path}, can't be read (${errorCode(error)}).`)
  }
}
