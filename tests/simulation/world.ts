import { conversionProjection } from '../../apps/server/src/account/conversions.store.ts'
import {
  catalogueProjection,
  holderProjection,
  ledgerProjection,
  transferProjection,
  usedKeyProjection,
} from '../../apps/server/src/account/store.ts'
import { fundingProjection } from '../../apps/server/src/derivative/funding.store.ts'
import { derivativeProjection } from '../../apps/server/src/derivative/store.ts'
import { house } from '../../apps/server/src/engine/exchangeClient.ts'
import type { Projection } from '../../apps/server/src/engine/projector.ts'
import { ieoProjection } from '../../apps/server/src/ieo/store.ts'
import { investProjection } from '../../apps/server/src/invest/store.ts'
import { miningProjection } from '../../apps/server/src/mining/store.ts'
import { houseResultProjection } from '../../apps/server/src/operator/houseResult.store.ts'
import { manualEntryProjection } from '../../apps/server/src/operator/treasury.store.ts'
import { optionProjection } from '../../apps/server/src/option/store.ts'
import { spotProjection } from '../../apps/server/src/spot/store.ts'
import { indexSampleProjection } from '../../apps/server/src/transparency/store.ts'
import { triggerProjection } from '../../apps/server/src/transparency/triggers.store.ts'
import { walletProjection } from '../../apps/server/src/wallet/store.ts'
import { type State, createState } from '@truemark/core/state'
import type { Command, Event } from '@truemark/core/vocabulary'
import { Judge } from './judge.ts'
import { type Heard, Lines } from './line.ts'
import { Market } from './market.ts'
import { admission, everybody, openingCommands } from './opening.ts'
import { People } from './people.ts'
import { Random } from './random.ts'
import { Refusal } from './refusal.ts'
import { SimulatedServer } from './server.ts'
import { SimulatedPostgres } from './store.ts'
import { Schema } from './tables.ts'
import { ToldFacts } from './told.ts'
import { VirtualTime, takeOver } from './virtualTime.ts'
import { watchedMaker } from './watchedExchange.ts'

/** The read models that are kept within a simulation. */
export const projections: readonly Projection<Event>[] = [
  holderProjection,
  ledgerProjection,
  transferProjection,
  conversionProjection,
  usedKeyProjection,
  spotProjection,
  derivativeProjection,
  fundingProjection,
  catalogueProjection,
  walletProjection,
  miningProjection,
  investProjection,
  ieoProjection,
  manualEntryProjection,
  triggerProjection,
  houseResultProjection,
  optionProjection,
  indexSampleProjection,
]

// a build that cannot take some facts; they wait for the next start of a better one
const worse: readonly Projection<Event>[] = projections.map((projection) =>
  projection !== transferProjection
    ? projection
    : {
        ...projection,
        apply: async (facts, writer) => {
          const bad = facts.some(({ event }) => event.type === 'transferred' && event.transfer % 5 === 2)
          if (bad) throw new Refusal('22003', 'out of range')
          await projection.apply(facts, writer)
        },
      },
)

const began = Date.UTC(2027, 0, 4, 6)
const quoteEvery = 250
/** As often as the product says anew what it finds of the conditions of real money: once in so many quotes. */
const conditionsEvery = 8
const startTries = 200

/** A simulated world: its time, its database, the servers that run, the market, and all people. */
export class SimulatedWorld {
  /** When it began, UTC ms. */
  readonly began = began
  readonly random: Random
  readonly time: VirtualTime
  readonly schema: Schema
  readonly postgres: SimulatedPostgres
  readonly judge: Judge
  readonly market: Market
  readonly lines: Lines
  readonly people: People
  commands = 0
  /** The first thing that was found wrong. */
  wrong: Error | null = null
  readonly #running = new Set<SimulatedServer>()
  readonly #facts = new ToldFacts()
  #live: State = createState()
  #servers = 0
  #isTelling = false

  /** `isJudged`: whether what happens is looked at, or only happens. */
  constructor(seed: number, migrations: string, isJudged = true) {
    this.judge = new Judge(!isJudged, this.#facts)
    this.random = new Random(seed)
    this.time = new VirtualTime(new Random(seed + 1), began)
    takeOver(this.time, new Random(seed + 2))
    this.schema = new Schema(migrations)
    this.postgres = new SimulatedPostgres(this.time, new Random(seed + 3), this.schema)
    this.postgres.onRow = (seq) => this.#judged(() => this.judge.take(this.#row(seq)))
    this.market = new Market(new Random(seed + 4))
    this.lines = new Lines(this.time, new Random(seed + 5), (error) => this.fail(error))
    this.people = new People({
      time: this.time,
      random: new Random(seed + 6),
      judge: this.judge,
      lines: this.lines,
      market: this.market,
      state: () => this.#live,
      fail: (error) => this.fail(error),
    })
  }

  #row(seq: number) {
    const row = this.postgres.tables.journal[seq - 1]
    if (row === undefined) throw new Error(`row ${seq} is not there`)
    return row
  }

  #judged(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.fail(error)
    }
  }

  fail(error: unknown): void {
    this.wrong ??= error instanceof Error ? error : new Error(String(error))
  }

  /** Everything that waits goes on until `work` is done; throws what was found wrong. */
  async live(work: () => Promise<void>): Promise<void> {
    let isDone = false
    work().then(
      () => (isDone = true),
      (error: unknown) => this.fail(error),
    )
    await this.time.run(() => isDone || this.wrong !== null)
    if (this.wrong !== null) throw this.wrong
  }

  /** How many servers run. */
  get running(): number {
    return this.#running.size
  }

  /** Starts a server, for as long as it takes, and leads people to it. A second one takes the journal over from the first. */
  async start(isWorse = false): Promise<SimulatedServer> {
    for (let tries = 0; tries < startTries; tries += 1) {
      const server = await this.#startOnce(isWorse)
      if (server !== null) {
        const before = this.lines.leader
        if (before !== null) this.judge.count('takeover of the writer')
        this.lines.leader = server
        await this.tell({ type: 'tellRealMoney', unmet: [] })
        return server
      }
      this.judge.count('start failed')
      await this.time.pause(300)
    }
    throw new Error('no server could be started')
  }

  async #startOnce(isWorse: boolean): Promise<SimulatedServer | null> {
    this.#servers += 1
    const owner = { name: `server ${this.#servers}`, alive: true }
    let started: SimulatedServer | null = null
    const make = watchedMaker({
      used: (state) => {
        this.commands += 1
        if (started === null || started === this.lines.leader) this.#live = state
      },
      ticks: () => this.judge.countTold('tick looked at'),
      wrong: (error) => this.fail(error),
      isJudged: !this.judge.isAsleep,
    })
    const options = {
      postgres: this.postgres,
      make,
      projections: isWorse ? worse : projections,
      facts: this.#facts,
      snapshotRows: 60 + this.random.below(240),
      ended: (sentence: string) => {
        this.judge.count(`ended: ${sentence.slice(0, 24)}`)
        if (started !== null) this.kill(started)
      },
      warn: (sentence: string) => this.judge.count(`warned: ${sentence.slice(0, 22)}`),
      alarm: () => this.judge.count('fact set aside'),
      setAside: () => undefined,
    }
    const gone = this.time.pause(20_000 + this.random.below(10)).then(() => null)
    try {
      const starting = this.time.as(owner, () => SimulatedServer.start(owner, options))
      const heard = new Promise<SimulatedServer>((resolve, reject) => {
        const { world } = this.time
        starting.then(
          (server) => this.time.after(0, () => resolve(server), world),
          (error: unknown) =>
            this.time.after(0, () => reject(error instanceof Error ? error : new Error(String(error))), world),
        )
      })
      started = await Promise.race([heard, gone])
    } catch (error) {
      if (error instanceof Error && error.message.includes('does not verify')) throw error
    }
    if (started === null) {
      owner.alive = false
      this.postgres.dropAllOf(owner)
      return null
    }
    this.#running.add(started)
    return started
  }

  /** kill -9. */
  kill(server: SimulatedServer): void {
    if (!this.#running.delete(server)) return
    server.kill()
    this.lines.cut(server)
  }

  /** SIGTERM: people are told, what is under way is ended, a snapshot is written. */
  async stop(server: SimulatedServer): Promise<void> {
    if (this.lines.leader === server) this.lines.leader = null
    let isStopped = false
    const { world } = this.time
    const stopping = this.time.as(server.owner, () => server.stopping())
    void stopping.then(() => this.time.after(0, () => (isStopped = true), world))
    for (let waited = 0; !isStopped && waited < 90_000; waited += 20) await this.time.pause(20)
    if (!isStopped) this.judge.count('stop that took too long')
    this.kill(server)
  }

  killAll(): void {
    for (const server of this.#running) this.kill(server)
  }

  /** The house says something to whoever leads. */
  tell(command: Command): Promise<Heard> {
    return this.lines.ask(house, command, null)
  }

  /** The exchange as somebody who has just looked sees it. */
  state(): State {
    return this.#live
  }

  /** Lists the markets and lets everybody in. */
  async open(): Promise<void> {
    await this.start()
    const must = async (command: Command): Promise<void> => {
      const heard = await this.tell(command)
      if (heard === 'lost' || !heard.ok) throw new Error(`${command.type} was refused at the opening`)
    }
    for (const command of openingCommands()) await must(command)
    this.beginTelling()
    for (const person of everybody) {
      await this.time.pause(quoteEvery)
      for (const command of admission(person)) await must(command)
    }
  }

  /** The market begins to speak, a quarter second and a second each. */
  beginTelling(): void {
    this.#isTelling = true
    let told = 0
    const say = (): void => {
      if (!this.#isTelling) return
      this.time.after(quoteEvery + this.random.below(20), say, this.time.world)
      const { leader } = this.lines
      this.market.move()
      if (leader === null) return
      const now = this.time.as(leader.owner, () => leader.clock.now())
      told += 1
      if (told % conditionsEvery === 0) void this.tell({ type: 'tellRealMoney', unmet: [] })
      for (const quote of this.market.quotes(now)) void this.lines.ask(house, quote, null)
      const sample = this.market.sample(now)
      if (sample === null) return
      for (const { listing, indexTenths } of sample.samples) this.judge.priced(listing, sample.stamp, indexTenths)
      void this.lines.ask(house, sample, null)
    }
    this.time.after(0, say, this.time.world)
  }

  endTelling(): void {
    this.#isTelling = false
  }

  /** A night, or longer: nothing runs and nothing is told, and time passes. */
  passTime(ms: number): void {
    this.time.sleep(ms)
  }
}
