import type { ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseFrame } from '@truemark/protocol/streamText'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { type TestDatabase, createTestDatabase } from '../../apps/server/src/platform/postgres/testDatabase.ts'
import { call, textAt, valueAt } from '../client.ts'
import { type DataFolder, type Ending, launchProduct, makeFolder } from '../product.ts'
import { makeAuthority } from './certificates.ts'
import { type NatsServer, freePort, startNatsServer } from './natsServer.ts'

const readyMax = 180_000
const pollMs = 25
const answerMax = 3_000

/** A server of an installation: its core, one that stands by for it, a gateway, or a worker. */
export interface Server {
  readonly child: ChildProcess
  readonly address: string
  /** Resolves once it serves. */
  readonly serves: Promise<unknown>
  readonly ended: Promise<Ending>
  /** What its `/readyz` says; '' while nothing answers there. */
  readyz(): Promise<string>
  metrics(): Promise<string>
}

export type ServerRole = 'core' | 'gateway' | 'worker'

/** Servers that share a database and a bus. */
export class Installation {
  readonly test: TestDatabase
  readonly bus: NatsServer
  readonly #settings: Readonly<Record<string, string>>
  readonly #folders: DataFolder[] = []
  readonly #running = new Set<ChildProcess>()

  private constructor(test: TestDatabase, bus: NatsServer, settings: Readonly<Record<string, string>>) {
    this.test = test
    this.bus = bus
    this.#settings = settings
  }

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<Installation> {
    return new Installation(await createTestDatabase({ durable: true }), await startNatsServer(), settings)
  }

  /** The same with a bus by TLS, for which an authority of its own vouches. */
  static async openByTls(): Promise<Installation> {
    const [authority, host] = [makeAuthority(), 'localhost']
    const folder = makeFolder()
    // its keys are those of all
    mkdirSync(folder.path)
    const authorities = join(dirname(folder.path), 'authority.crt')
    writeFileSync(authorities, authority.certificate)
    const bus = await startNatsServer({ host, ...authority.vouchFor(host) })
    const at = new Installation(await createTestDatabase({ durable: true }), bus, { BUS_CA: authorities })
    at.#folders.push(folder)
    return at
  }

  /** Where the keys of all its servers lie. */
  get keysFolder(): string {
    return join(this.#folders[0]?.path ?? '', 'keys')
  }

  /** Starts a server without waiting for it. */
  async launch(role: ServerRole, settings: Readonly<Record<string, string>> = {}): Promise<Server> {
    const folder = makeFolder()
    this.#folders.push(folder)
    const [port, metricsPort] = [await freePort(), await freePort()]
    const { child, ended, address } = launchProduct(folder, {
      DATABASE_URL: this.test.url,
      // as on a disk that all have
      KEYS_DIR: this.keysFolder,
      ROLE: role,
      BUS_URL: this.bus.urlOf(role === 'core' ? 'core' : 'gateway'),
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      ...this.#settings,
      ...settings,
    })
    address.catch(() => undefined)
    this.#running.add(child)
    void ended.then(() => this.#running.delete(child))
    const health = async (path: string): Promise<string> => {
      const asked = fetch(`http://127.0.0.1:${metricsPort}${path}`, { signal: AbortSignal.timeout(answerMax) })
      const answer = await asked.catch(() => null)
      return answer === null ? '' : `${answer.status} ${(await answer.text()).trim()}`
    }
    return {
      child,
      address: `http://127.0.0.1:${port}`,
      serves: address,
      ended,
      readyz: () => health('/readyz'),
      metrics: () => health('/metrics'),
    }
  }

  /** Starts a server and waits until it serves. */
  async start(role: Exclude<ServerRole, 'worker'>, settings: Readonly<Record<string, string>> = {}): Promise<Server> {
    const server = await this.launch(role, settings)
    const early = server.ended.then(({ code, errors }) => {
      throw new Error(`the ${role} ended with ${code}: ${errors}`)
    })
    early.catch(() => undefined)
    await Promise.race([server.serves, early])
    return server
  }

  async close(): Promise<void> {
    for (const child of this.#running) child.kill('SIGKILL')
    await this.bus.remove()
    await this.test.drop()
    for (const folder of this.#folders) await folder.remove()
  }
}

/** Waits until a server's `/readyz` says something. */
export const says = (server: Server, what: RegExp) =>
  expect.poll(() => server.readyz(), { timeout: readyMax, interval: pollMs }).toMatch(what)

/** A socket of a person, with all that it was told. */
export interface Listening {
  readonly socket: WebSocket
  readonly messages: unknown[]
  readonly closed: Promise<number>
}

/** Opens a socket at a server for a token of the API. */
export async function listenAt({ address }: Pick<Server, 'address'>, token: string): Promise<Listening> {
  const { data } = await call(address, '/data', { token })
  return listenBy(address, textAt(data, 'ws', 'token'))
}

/** The same for a token of sockets. */
export async function listenBy(address: string, token: string): Promise<Listening> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws?token=${encodeURIComponent(token)}`)
  const messages: unknown[] = []
  socket.on('message', (frame: Buffer) => messages.push(...(parseFrame(frame.toString()) ?? [])))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { socket, messages, closed }
}

/** What of a type a socket was told. */
export function toldOf({ messages }: Listening, type: number): unknown[] {
  return messages.filter((message) => valueAt(message, 'type') === type).map((message) => valueAt(message, 'data'))
}
