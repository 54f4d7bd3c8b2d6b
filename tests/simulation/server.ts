import { EngineClient, type EngineLine } from '../../apps/server/src/engine/engineClient.ts'
import { type BytePort, hostEngine } from '../../apps/server/src/engine/engineHost.ts'
import { type Exchange, createExchange } from '../../apps/server/src/engine/exchangeClient.ts'
import type { MachineMaker } from '../../apps/server/src/engine/machine.ts'
import { type Projection, Projector } from '../../apps/server/src/engine/projector.ts'
import { takeSnapshot } from '../../apps/server/src/engine/snapshotter.ts'
import { findUsedKey, usedKeyProjection } from '../../apps/server/src/account/store.ts'
import { SteadyClock } from '../../apps/server/src/platform/clock.ts'
import { errorMessage } from '../../apps/server/src/platform/startRefusal.ts'
import type { Event } from '@truemark/core/vocabulary'
import type { SimulatedPostgres } from './store.ts'
import type { ToldFacts } from './told.ts'
import type { Owner, VirtualTime } from './virtualTime.ts'

type Listener = (message: never) => void

/** The two ends of a line between two threads; what is said at one end is heard at the other, in order, a little later. */
function lineOf(time: VirtualTime, jitter: () => number): { client: EngineLine; engine: BytePort } {
  const heard = { client: new Set<Listener>(), engine: new Set<Listener>() }
  let isCut = false
  const sender = (to: 'client' | 'engine') => {
    let last = 0
    return (message: unknown): void => {
      // at different moments, so that chance cannot change their order
      last = Math.max(last + 0.000_001, time.now + jitter())
      time.after(last - time.now, () => {
        if (!isCut) for (const listener of heard[to]) listener(message as never)
      })
    }
  }
  const client = {
    postMessage: sender('engine'),
    on: (event: string, listener: Listener) => event === 'message' && heard.client.add(listener),
    terminate: () => (isCut = true),
  }
  const engine = {
    postMessage: sender('client'),
    on: (_: 'message', listener: Listener) => heard.engine.add(listener),
  }
  return { client: client as unknown as EngineLine, engine }
}

export interface ServerOptions {
  readonly postgres: SimulatedPostgres
  readonly make: MachineMaker
  readonly projections: readonly Projection<Event>[]
  readonly facts: ToldFacts
  readonly snapshotRows: number
  readonly ended: (sentence: string) => void
  readonly warn: (sentence: string) => void
  readonly alarm: (sentence: string) => void
  readonly setAside: (count: number) => void
}

const usedKeyPatience = 5_000
const usedKeyPause = 50

/** One process of the product: the engine in its host, its client, and the projector, with a clock of their own. */
export class SimulatedServer {
  readonly owner: Owner
  readonly exchange: Exchange
  readonly clock: SteadyClock
  readonly #client: EngineClient
  readonly #projector: Projector<Event>
  readonly #options: ServerOptions

  private constructor(
    owner: Owner,
    client: EngineClient,
    clock: SteadyClock,
    projector: Projector<Event>,
    options: ServerOptions,
  ) {
    this.owner = owner
    this.clock = clock
    this.#client = client
    this.#projector = projector
    this.#options = options
    this.exchange = createExchange(client, async (holder, { route, id }, seq) => {
      const { postgres } = options
      const database = postgres.databaseOf(owner)
      for (let waited = 0; waited < usedKeyPatience; waited += usedKeyPause) {
        const marks = await database.query<{ seq: string }>('SELECT name, seq FROM projection WHERE name = ANY($1)', [
          [usedKeyProjection.name],
        ])
        if (Number(marks.rows[0]?.seq) >= seq) return findUsedKey(database, holder, route, id)
        await postgres.time.pause(usedKeyPause)
      }
      return 'behind'
    })
  }

  /** Starts as the product does: takes the journal over, restores, and serves. Throws where it can't. */
  static async start(owner: Owner, options: ServerOptions): Promise<SimulatedServer> {
    const { postgres, make } = options
    const { time, random } = postgres
    const { client: line, engine: port } = lineOf(time, () => random.wait(0.05))
    const clock = new SteadyClock(time.machine)
    const database = postgres.databaseOf(owner)
    const clientStarts = EngineClient.on(line, { ended: options.ended, warn: options.warn })
    const projector = new Projector<Event>({
      database,
      projections: options.projections,
      decode: (frame) => options.facts.of(frame),
      projected: () => undefined,
      warn: options.warn,
      alarm: options.alarm,
      setAside: options.setAside,
    })
    const hosted = hostEngine(port, {
      database,
      make,
      clock: () => clock.now(),
      machine: time.machine,
      snapshotRows: options.snapshotRows,
      snapshotBytes: 256e6,
      takeSnapshot: (upTo) => takeSnapshot(database, make, upTo),
      hint: () => time.after(random.wait(0.2), () => projector.hint(), owner),
    })
    hosted.catch((error: unknown) => port.postMessage({ notice: 'ended', sentence: errorMessage(error) }, []))
    const client = await clientStarts
    projector.start()
    return new SimulatedServer(owner, client, clock, projector, options)
  }

  /** How many replies are awaited. */
  get pending(): number {
    return this.#client.pending
  }

  /** The operator's clean stop: what is under way is committed, a snapshot is written. The process ends after it. */
  async stopping(): Promise<void> {
    await this.#client.close()
    await this.#projector.stop()
  }

  /** As kill -9 does. */
  kill(): void {
    this.owner.alive = false
    this.#options.postgres.dropAllOf(this.owner)
  }
}
