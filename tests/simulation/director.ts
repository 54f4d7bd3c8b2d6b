import { refill, reopening } from './opening.ts'
import { noTroubles } from './store.ts'
import type { SimulatedWorld } from './world.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How long a run is, by the world's calendar. */
export interface Plan {
  readonly days: number
  /** So many days are busy, half of them at the begin; on those between hardly anybody comes, and the machine sleeps. */
  readonly busy: number
}

const stampHours = 8
/** How long a quiet machine is awake (ms), and how long people think in such a time. */
const awake = 2_200
const quietThink = 12_000
/** Once in so many wakings whoever is on duty sees to it that all markets are open. */
const reopenEvery = 6
/** What prices do on a quiet day: at times they leap, and nobody is there to add a margin. */
const quietWeather = ['calm', 'lively', 'wild'] as const
/** How long a program that makes prices waits (ms). */
const requote = { busy: 700, quiet: 4_500 } as const

/** An outage ends (ms) before a server's start is given up. */
const outageMax = 40_000

/** How long of a day (ms) is lived through, and how long people think: many short and busy days, and few long ones. */
const short = { session: 5_000, think: 450 } as const
const long = { session: 84_000, think: 6_000 } as const
/** Of so many busy days one is long; the third of a run is the first, so that all runs are of about one length. */
const longEvery = 9
const firstLong = 2

/** What may befall in the middle of a day, each so often. */
const incidents = {
  kill: 5,
  killDouble: 5,
  stop: 2,
  takeover: 4,
  crash: 3,
  outage: 3,
  full: 3,
  projectionFull: 3,
  lines: 6,
  conflicts: 5,
  slow: 3,
  clock: 3,
  nap: 2,
  weather: 8,
  sources: 5,
} as const
type Incident = keyof typeof incidents
const drawn = Object.entries(incidents).flatMap(([name, weight]) => Array<Incident>(weight).fill(name as Incident))

/** Lets days go by, with all that can befall a server. */
export class Director {
  readonly #world: SimulatedWorld
  readonly #plan: Plan
  /** What each run has before chance chooses: it is rare, and all that it leads to has to be met. */
  readonly #sure: Incident[] = ['takeover', 'kill', 'takeover', 'weather']
  #hasWorse = true
  #busyDays = 0

  constructor(world: SimulatedWorld, plan: Plan) {
    this.#world = world
    this.#plan = plan
  }

  async run(): Promise<void> {
    const world = this.#world
    await world.open()
    const { days, busy } = this.#plan
    const quietFrom = Math.ceil(busy / 2)
    for (let day = 0; day < days; day += 1) {
      if (day >= quietFrom && day < quietFrom + days - busy) await this.#quietDay(day)
      else {
        await this.#day()
        await this.#night(day)
      }
    }
    await this.#calm()
    world.endTelling()
  }

  async #day(): Promise<void> {
    const { time, random, people, judge } = this.#world
    const { session, think } = this.#busyDays % longEvery === firstLong ? long : short
    this.#busyDays += 1
    const ends = time.now + session
    people.think = think
    people.requote = requote.busy
    if (random.once(2)) for (const command of refill()) await this.#world.tell(command)
    people.begin()
    while (time.now < ends) {
      await time.pause(random.wait(session / 3))
      if (time.now >= ends) break
      const incident = this.#sure.pop() ?? random.pick(drawn)
      judge.count(`incident ${incident}`)
      await this.#befall(incident)
      await this.#recover()
    }
    people.isOpen = false
    await this.#calm()
  }

  /** Who is missing starts again, as a supervisor would have it. */
  async #recover(): Promise<void> {
    const world = this.#world
    if (world.lines.leader === null) await world.start(world.random.once(12))
  }

  async #befall(incident: Incident): Promise<void> {
    const { random, market, postgres, time } = this.#world
    switch (incident) {
      case 'weather':
        market.weather = random.pick(['calm', 'lively', 'lively', 'wild'] as const)
        return
      case 'sources':
        return market.disturb()
      case 'lines':
        return this.#troubled({ lostBefore: random.below(60), lostAfter: random.below(90) })
      case 'conflicts':
        return this.#troubled({ conflicts: random.below(500) })
      case 'slow':
        return this.#troubled({ slow: random.below(120) })
      case 'full':
        return this.#troubled({ isFull: true })
      case 'projectionFull':
        return this.#troubled({ isProjectionFull: true })
      case 'crash':
        return postgres.crash(200 + random.wait(2_000))
      case 'outage':
        return postgres.crash(5_000 + Math.min(outageMax, random.wait(15_000)))
      case 'nap':
        return time.sleep(1_500 + random.wait(120_000))
      case 'clock':
        time.wallOffset = random.pick([0, -900, 700, -2_000, 2_500, 50_000])
        return
      default:
        return this.#ends(incident)
    }
  }

  async #ends(incident: 'kill' | 'killDouble' | 'stop' | 'takeover'): Promise<void> {
    const world = this.#world
    const { lines, random, time } = world
    const { leader } = lines
    if (incident === 'takeover') {
      // two believe for a while that they write; the first time the second is the worse program, whose facts are set aside
      const isWorse = this.#hasWorse || random.once(12)
      this.#hasWorse = false
      await world.start(isWorse)
      return
    }
    if (leader === null) return
    time.wallOffset = 0
    if (incident === 'stop') return world.stop(leader)
    world.kill(leader)
    await time.pause(random.wait(1_500))
    if (incident === 'kill') return
    // and again while it is coming up
    const starting = world.start()
    await time.pause(random.wait(4))
    world.killAll()
    await starting
  }

  async #troubled(troubles: Partial<typeof noTroubles>): Promise<void> {
    const { postgres, random, time } = this.#world
    postgres.troubles = { ...noTroubles, ...troubles }
    await time.pause(1_000 + random.wait(4_000))
    postgres.troubles = { ...noTroubles }
  }

  /** Nothing goes wrong any more, and all that is under way comes to its end. */
  async #calm(): Promise<void> {
    const { postgres, time, people, lines, market } = this.#world
    postgres.troubles = { ...noTroubles }
    time.wallOffset = 0
    market.calmDown()
    const patience = time.now + 120_000
    for (;;) {
      await this.#recover()
      await time.pause(200)
      const { leader } = lines
      if (leader !== null && people.acting === 0 && leader.pending < 20 && this.#isProjected()) break
      if (time.now > patience) throw new Error('what was under way did not come to its end')
    }
    this.#world.judge.look()
  }

  /** A day on which the machine wakes where fundings are paid and days end, a little before or long after. */
  async #quietDay(day: number): Promise<void> {
    const world = this.#world
    const { judge, people, random, time } = world
    for (let hour = stampHours; hour <= 24; hour += stampHours) {
      const off = random.once(3) ? random.below(stampHours) * hourMs : -random.below(2 * awake)
      const now = time.worldNow - world.began
      const stamp = Math.ceil((world.began + day * dayMs) / dayMs) * dayMs - world.began + (hour - 24) * hourMs
      world.passTime(Math.max(1_000, stamp + off - now))
      if (random.once(20) && world.lines.leader !== null) world.kill(world.lines.leader)
      await this.#recover()
      if (random.once(reopenEvery))
        for (const command of [...reopening(world.state()), ...refill()]) await world.tell(command)
      world.market.weather = random.pick(quietWeather)
      people.think = quietThink
      people.requote = requote.quiet
      people.begin()
      await time.pause(awake)
      people.isOpen = false
      await this.#calm()
      judge.count('quiet waking')
    }
  }

  #isProjected(): boolean {
    const { postgres, judge } = this.#world
    return postgres.projectedUpTo() >= judge.end.seq - 3
  }

  /** The rest of a day: with a server that runs on a machine that sleeps, one that was stopped, or one that was killed. */
  async #night(day: number): Promise<void> {
    const world = this.#world
    const { lines, random, time } = world
    const { leader } = lines
    const kind = random.below(3)
    if (leader !== null && kind === 0) await world.stop(leader)
    if (kind === 1) world.killAll()
    const morning = (day + 1) * dayMs + random.below(5) * hourMs
    const now = time.worldNow - world.began
    world.passTime(Math.max(hourMs, morning - now))
    await this.#recover()
  }
}
