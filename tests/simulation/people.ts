import { answerCodec } from '@truemark/core/answer'
import { encode } from '@truemark/core/codec/codec'
import type { Key } from '@truemark/core/keyBytes'
import type { State } from '@truemark/core/state'
import { houseCommands } from '@truemark/core/testing/moneyHouse'
import { keptCommands } from '@truemark/core/testing/moneyKept'
import { mangled } from '@truemark/core/testing/moneyStrange'
import { tradeCommands } from '@truemark/core/testing/moneyTrades'
import type { Command } from '@truemark/core/vocabulary'
import { house } from '../../apps/server/src/engine/exchangeClient.ts'
import type { Source } from '../../apps/server/src/engine/intake.ts'
import type { Judge } from './judge.ts'
import type { Heard, Lines } from './line.ts'
import type { Market } from './market.ts'
import { Makers } from './makers.ts'
import { type Person, everybody, makers, people } from './opening.ts'
import type { Random } from './random.ts'
import type { VirtualTime } from './virtualTime.ts'

/** What people do, each so often; by kinds of people. */
const habits = {
  trader: {
    spot: 12,
    amendSpot: 3,
    cancelSpot: 2,
    spotWait: 5,
    stake: 3,
    convert: 2,
    transfer: 2,
    ticket: 3,
    perpetual: 4,
  },
  leveraged: {
    ticket: 10,
    perpetual: 14,
    amendOrder: 4,
    cancel: 2,
    close: 5,
    margin: 4,
    targets: 3,
    set: 2,
    transfer: 3,
  },
  arbitrageur: { spot: 10, convert: 8, cancelSpot: 4, transfer: 3 },
  saver: { deposit: 4, withdraw: 6, mine: 4, redeem: 1, invest: 4, subscribe: 4, transfer: 3, selfLimit: 1, reset: 1 },
  gambler: { stake: 20, transfer: 2, perpetual: 4 },
} as const
type Habit = keyof typeof habits
const habitNames: readonly Habit[] = ['trader', 'leveraged', 'leveraged', 'arbitrageur', 'saver', 'gambler', 'trader']

/** What the operators do. */
const operating = {
  withdrawEnd: 8,
  depositEnd: 6,
  wealthTerms: 5,
  house: 2,
  manual: 2,
  walletTerms: 1,
  terms: 2,
  brackets: 1,
  listing: 3,
  product: 1,
  optionTerms: 1,
  standing: 1,
} as const

function kindsOf(weights: Readonly<Record<string, number>>): string[] {
  return Object.entries(weights).flatMap(([name, weight]) => Array<string>(weight).fill(name))
}

const kinds = Object.fromEntries(habitNames.map((name) => [name, kindsOf(habits[name])]))
const operatorKinds = kindsOf(operating)

interface Sent {
  readonly command: Command
  readonly key: Key
  readonly source: Source
}

const keptMax = 300
const otherDigest = 'fedcba0987654321'
const triesMax = 6
const quoteLives = 10_000

/** Where people live. */
export interface World {
  readonly time: VirtualTime
  readonly random: Random
  readonly judge: Judge
  readonly lines: Lines
  readonly market: Market
  /** The exchange as somebody who has just looked sees it. */
  state(): State
  fail(error: unknown): void
}

/** All who ask for something: honest ones, and such as repeat, resend, probe and hurry. */
export class People {
  readonly #world: World
  readonly #done: Sent[] = []
  readonly #makers: Makers
  #keys = 0
  #claims = 0
  /** How long a person thinks, in ms. */
  think = 700
  /** How long a program that makes prices waits, in ms. */
  requote = 500
  isOpen = false
  /** How often everybody has begun: who still waits from before does not come twice. */
  #begun = 0
  #acting = 0

  constructor(world: World) {
    this.#world = world
    this.#makers = new Makers({
      ...world,
      state: () => world.state(),
      key: () => this.#key(),
      told: (key, heard) => this.#told(key, heard),
    })
  }

  /** How many are in the middle of something. */
  get acting(): number {
    return this.#acting
  }

  /** Everybody begins, and goes on for as long as it is open. */
  begin(): void {
    this.isOpen = true
    this.#begun += 1
    for (const [at, person] of people.entries()) {
      const habit = habitNames[at % habitNames.length] ?? 'trader'
      void this.#live(() => this.#act(person, kinds[habit] ?? []), 1)
    }
    void this.#live(() => this.#act(this.#world.random.pick(people), operatorKinds), 6)
    void this.#live(() => this.#repeat(), 4)
    void this.#live(() => this.#wash(), 12)
    void this.#live(() => this.#flood(), 90)
    for (let bot = 0; bot < 2; bot += 1) void this.#live(() => this.#quickly(), 2)
    for (const at of makers.keys()) void this.#live(() => this.#makers.quote(at), this.requote / this.think)
  }

  async #live(act: () => Promise<void>, slower: number): Promise<void> {
    const { time, random } = this.#world
    const begun = this.#begun
    const goesOn = (): boolean => this.isOpen && this.#begun === begun
    while (goesOn()) {
      await time.pause(random.wait(this.think * slower))
      if (!goesOn()) return
      this.#acting += 1
      await act().catch((error: unknown) => this.#world.fail(error))
      this.#acting -= 1
    }
  }

  #asked({ holder, realm }: Person) {
    const { market, random, time } = this.#world
    const { state } = this.#world
    const claim = (): number => (this.#claims += 1)
    const run = {
      get state() {
        return state()
      },
      now: time.machine.wall(),
      indexes: market.indexes,
      sent: {
        get length() {
          return claim()
        },
      },
      quote: () => undefined,
    }
    const [a, b, c, d] = [random.below(1_000), random.below(1_000), random.below(1_000), random.below(1_000)]
    return { run, holder, realm, a, b, c, d }
  }

  async #act(person: Person, from: readonly string[]): Promise<void> {
    const { random } = this.#world
    const kind = random.pick(from)
    const asked = this.#asked(person)
    for (const commands of [tradeCommands(kind, asked), keptCommands(kind, asked), houseCommands(kind, asked)]) {
      for (const command of commands) {
        if (random.once(25)) await this.#send(mangled(command, random.below(1_000)))
        // some think about a quote for longer than it lives
        if (command.type === 'acceptConversion' && random.once(8))
          await this.#world.time.pause(quoteLives + random.below(15_000))
        await this.#send(command)
      }
    }
  }

  /** Sends it as most do: under a key, and again where nothing is heard; some at once twice. */
  async #send(command: Command): Promise<void> {
    const { random } = this.#world
    const source: Source = sourceOf(command)
    if (source.kind === 'house' || random.once(4)) {
      await this.#ask(source, command, null)
      return
    }
    const sent = { command, key: this.#key(), source }
    if (random.once(12)) {
      this.#world.judge.count('double click')
      await Promise.all([this.#insist(sent), this.#insist(sent)])
    } else await this.#insist(sent)
    this.#done.push(sent)
    if (this.#done.length > keptMax) this.#done.splice(random.below(keptMax), 1)
  }

  async #insist(sent: Sent): Promise<void> {
    const { random, time, judge } = this.#world
    for (let tries = 0; tries < triesMax; tries += 1) {
      const heard = await this.#hurried(sent)
      if (heard !== 'lost' && (heard.ok || (heard.reason !== 'outcome_unknown' && heard.reason !== 'server_busy')))
        return
      judge.count('sent again')
      await time.pause(random.wait(400))
    }
  }

  /** The impatient do not wait for the answer: they send the same once more. */
  async #hurried(sent: Sent): Promise<Heard> {
    const { random, time, judge } = this.#world
    const first = this.#tell(sent)
    if (!random.once(6)) return first
    const patience = 30 + random.wait(400)
    const early = await Promise.race([first, time.pause(patience).then(() => null)])
    if (early !== null) return early
    judge.count('impatient')
    const second = await this.#tell(sent)
    const heard = await first
    return heard === 'lost' ? second : heard
  }

  async #tell({ command, key, source }: Sent): Promise<Heard> {
    const heard = await this.#ask(source, command, key)
    this.#told(key, heard)
    return heard
  }

  #told(key: Key, heard: Heard): void {
    const { judge } = this.#world
    if (heard === 'lost' || (!heard.ok && heard.reason === 'outcome_unknown')) judge.unsure(key.id)
    else if (heard.ok)
      judge.acknowledged(key.id, () => Buffer.from(encode(answerCodec, heard.answer)).toString('base64'))
    else judge.refused(key.id)
  }

  async #ask(source: Source, command: Command, key: Key | null): Promise<Heard> {
    const { lines, judge } = this.#world
    const heard = await lines.ask(source, command, key)
    const what = heard === 'lost' ? 'lost' : heard.ok ? 'accepted' : heard.reason
    judge.count(`heard ${what}`)
    return heard
  }

  /** A key that was used, at once or long ago: the same body must be answered as before, another refused. */
  async #repeat(): Promise<void> {
    const { random, judge } = this.#world
    if (this.#done.length === 0) return
    const sent = random.pick(this.#done)
    const isSame = !random.once(3)
    if (isSame) {
      judge.count('key repeated')
      await this.#tell(sent)
      return
    }
    const heard = await this.#ask(sent.source, sent.command, { ...sent.key, digest: otherDigest })
    if (heard === 'lost' || heard.ok || heard.reason === 'outcome_unknown') judge.unsure(sent.key.id)
    if (heard === 'lost') return
    if (heard.ok && !judge.isAsleep && judge.digestOf(sent.key.id) !== otherDigest)
      throw new Error(`the key ${sent.key.id} was taken with another body`)
    if (!heard.ok && heard.reason === 'key_reused') judge.count('key refused for another body')
  }

  /** Two of one house trade with each other. */
  async #wash(): Promise<void> {
    const { random, market } = this.#world
    const realm = random.pick(['real', 'demo'] as const)
    const [one, other] = people.filter((person) => person.realm === realm)
    if (one === undefined || other === undefined) return
    const listing = random.below(3)
    const price = Math.max(1, Math.round((market.indexes[listing] ?? 10) / 10))
    const order = {
      type: 'placeSpotOrder',
      symbol: ['BTCUSDT', 'ETHUSDT', 'DIMUSDT'][listing] ?? '',
      kind: 'limit',
      timeInForce: 'GTC',
      price,
      quantity: 500 + random.below(5_000),
      budget: 0n,
      fault: '',
    } as const
    await this.#send({ ...order, holder: one.holder, side: 'sell' })
    await this.#send({ ...order, holder: other.holder, side: 'buy' })
  }

  /** Very many at once, so that rows go ahead of each other's answers and queues are full. */
  async #flood(): Promise<void> {
    const { random } = this.#world
    const many = Array.from({ length: 60 + random.below(120) }, () =>
      this.#act(random.pick(people), kinds['trader'] ?? []),
    )
    await Promise.all(many)
  }

  /** A program that trades: very many small orders at once, and as many taken back. */
  async #quickly(): Promise<void> {
    const { random, lines } = this.#world
    const person = random.pick(people)
    const own = this.#world.state().spot.orders.of(person.holder)
    const sent = Array.from({ length: 80 + random.below(160) }, (_, at) => {
      const command = this.#quick(person, own[at * 3])
      return { command, key: random.once(3) ? this.#key() : null, source: sourceOf(command) }
    })
    const heard = await lines.askAll(sent)
    for (const [at, { key }] of sent.entries()) if (key !== null) this.#told(key, heard[at] ?? 'lost')
  }

  #quick({ holder }: Person, own: number | undefined): Command {
    const { random, market } = this.#world
    if (own !== undefined) return { type: 'cancelSpotOrder', holder, order: this.#world.state().spot.orders.id(own) }
    const listing = random.below(3)
    const price = Math.round(((market.indexes[listing] ?? 10) / 10) * (1 + (random.below(9) - 4) / 2_000))
    return {
      type: 'placeSpotOrder',
      holder,
      symbol: ['BTCUSDT', 'ETHUSDT', 'DIMUSDT'][listing] ?? '',
      side: random.once(2) ? 'buy' : 'sell',
      kind: 'limit',
      timeInForce: random.once(3) ? 'IOC' : 'GTC',
      price: Math.max(1, price),
      quantity: listing === 2 ? 2 + random.below(50) : 20 + random.below(400),
      budget: 0n,
      fault: '',
    }
  }

  #key(): Key {
    const { time, random } = this.#world
    this.#keys += 1
    const id = `${time.worldNow.toString(16).padStart(12, '0')}7000a${this.#keys.toString(16).padStart(15, '0')}`
    return { route: 'POST /api/v3/spot/orders', id, digest: random.below(0x4000_0000).toString(16).padStart(16, '0') }
  }
}

function sourceOf(command: Command): Source {
  if (!('holder' in command) || operatorWords.has(command.type)) return house
  const person = everybody.find(({ holder }) => holder === command.holder)
  return person === undefined ? house : { kind: 'holder', ...person }
}

const operatorWords = new Set<Command['type']>(['enterManually', 'setStanding', 'openHolder'])
