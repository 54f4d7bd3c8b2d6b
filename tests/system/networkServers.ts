import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type DataFolder, type Ending, launchProduct, makeFolder } from '../product.ts'
import { natsProgram } from './natsServer.ts'
import { type Machine, Network } from './network.ts'
import { type NetworkPostgres, startPostgresOn } from './networkPostgres.ts'

const [port, metricsPort, busPort] = [8_080, 9_464, 4_222]
const answerMax = 3_000
const readyMax = 180_000
const pollMs = 25

/** A server on a machine of its own. */
export interface Server {
  readonly machine: Machine
  readonly child: ChildProcess
  /** From out here, whatever link of the machine is cut. */
  readonly address: string
  readonly serves: Promise<unknown>
  readonly ended: Promise<Ending>
  readyz(): Promise<string>
}

/** Servers, their database and their bus, each on a machine of its own. */
export class Installation {
  readonly network: Network
  readonly database: Machine
  readonly postgres: NetworkPostgres
  readonly #folders: DataFolder[] = []
  readonly #running = new Set<ChildProcess>()

  private constructor(network: Network, database: Machine, postgres: NetworkPostgres) {
    this.network = network
    this.database = database
    this.postgres = postgres
  }

  static async open(): Promise<Installation> {
    const network = await Network.open()
    const database = await network.add()
    return new Installation(network, database, await startPostgresOn(database))
  }

  async startBus(): Promise<Machine> {
    const machine = await this.network.add()
    const [enter, ...parameters] = machine.enter
    const words = [...parameters, natsProgram ?? '', '-a', machine.address, '-p', String(busPort)]
    const child = spawn(enter, words, { stdio: 'ignore' })
    this.#running.add(child)
    return machine
  }

  /** Launches a server without waiting for it; it stands by where another leads, unless `settings` say otherwise. */
  async launch(settings: Readonly<Record<string, string>> = { STANDBY: 'yes' }): Promise<Server> {
    const machine = await this.network.add()
    const folder = makeFolder()
    this.#folders.push(folder)
    const all = {
      DATABASE_URL: this.postgres.url,
      // as on a disk that all have
      KEYS_DIR: join(this.#folders[0]?.path ?? '', 'keys'),
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      ...settings,
    }
    const { child, ended, address: serves } = launchProduct(folder, all, undefined, machine.node)
    serves.catch(() => undefined)
    this.#running.add(child)
    void ended.then(() => this.#running.delete(child))
    const [address, metrics] = [await machine.reach(port), await machine.reach(metricsPort)]
    const readyz = async (): Promise<string> => {
      const answer = await fetch(`${metrics}/readyz`, { signal: AbortSignal.timeout(answerMax) }).catch(() => null)
      return answer === null ? '' : `${answer.status} ${(await answer.text()).trim()}`
    }
    return { machine, child, address, serves, ended, readyz }
  }

  /** The same as a core or a gateway of a bus. */
  launchAt(bus: Machine, role: 'core' | 'gateway'): Promise<Server> {
    return this.launch({ ROLE: role, BUS_URL: `nats://${bus.address}:${busPort}` })
  }

  async close(): Promise<void> {
    for (const child of this.#running) child.kill('SIGKILL')
    await this.postgres.close()
    this.network.close()
    for (const folder of this.#folders) await folder.remove()
  }
}

/** Waits until a server's `/readyz` says something. */
export const says = (server: Server, what: RegExp) =>
  expect.poll(() => server.readyz(), { timeout: readyMax, interval: pollMs }).toMatch(what)
