import type { Executed } from '../../apps/server/src/engine/exchangeClient.ts'
import type { Source } from '../../apps/server/src/engine/intake.ts'
import type { Key } from '@truemark/core/keyBytes'
import type { Command } from '@truemark/core/vocabulary'
import type { Random } from './random.ts'
import type { SimulatedServer } from './server.ts'
import type { VirtualTime } from './virtualTime.ts'

export interface Sent {
  readonly source: Source
  readonly command: Command
  readonly key: Key | null
}

/** What somebody hears: an answer, or that the line broke. */
export type Heard = Executed | 'lost'

const wayMean = 2

/** The lines of all people to whichever server is reached; where it is killed, all that wait hear that the line broke. */
export class Lines {
  readonly #time: VirtualTime
  readonly #random: Random
  readonly #waiting = new Map<SimulatedServer, Set<(heard: 'lost') => void>>()
  /** Whom a new line reaches; null while there is nobody. */
  leader: SimulatedServer | null = null
  /** Something went wrong that is no answer. */
  readonly #wrong: (error: Error) => void

  constructor(time: VirtualTime, random: Random, wrong: (error: Error) => void) {
    this.#time = time
    this.#random = random
    this.#wrong = wrong
  }

  async ask(source: Source, command: Command, key: Key | null): Promise<Heard> {
    const [heard = 'lost'] = await this.askAll([{ source, command, key }])
    return heard
  }

  /** Sends some at once; all are answered together. */
  async askAll(asked: readonly Sent[]): Promise<readonly Heard[]> {
    const { world } = this.#time
    const server = this.leader
    const lost = asked.map(() => 'lost' as const)
    if (server === null) {
      await this.#time.pause(this.#random.wait(20 * wayMean))
      return lost
    }
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(server) ?? new Set()
      this.#waiting.set(server, waiting)
      const settle = (heard: readonly Heard[] | 'lost'): void => {
        if (!waiting.delete(settle)) return
        this.#time.after(this.#random.wait(wayMean), () => resolve(heard === 'lost' ? lost : heard), world)
      }
      waiting.add(settle)
      const arrive = (): void => {
        const all = asked.map(({ source, command, key }) =>
          // where the database is away a key of long ago cannot be looked up: the gateway answers that something failed
          server.exchange.command(source, command, key).catch((error: unknown) => this.#failed(error)),
        )
        void Promise.all(all).then(settle)
      }
      this.#time.after(this.#random.wait(wayMean), arrive, server.owner)
    })
  }

  #failed(error: unknown): 'lost' {
    const isAway = /ECONNREFUSED|Connection terminated/.test(String(error))
    if (!isAway) this.#wrong(error instanceof Error ? error : new Error(String(error)))
    return 'lost'
  }

  /** All lines to a server break. */
  cut(server: SimulatedServer): void {
    if (this.leader === server) this.leader = null
    for (const settle of this.#waiting.get(server) ?? []) settle('lost')
    this.#waiting.delete(server)
  }
}
