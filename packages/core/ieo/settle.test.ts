import { describe, expect, it } from 'vitest'
import { createVenue } from '../book/venue.ts'
import { createPoolState } from '../pool/pool.ts'
import type { IeoEvent } from './event.ts'
import { evolveIeo } from './evolve.ts'
import { ieoStepMax, settleIeo } from './settle.ts'
import { createIeoState, type IeoState } from './state.ts'
import type { IeoTerms } from './terms.ts'

const closesAt = 2_000
const marketAt = 3_000
// what nothing is paid for and nothing is in moves no money: what follows here is the order of steps alone
const terms: IeoTerms = {
  realm: 'real',
  currency: 0,
  passQuantity: 0n,
  passPrice: 0n,
  supply: 100_000,
  applicationMin: 1,
  holderMax: 100_000,
  opensAt: 0,
  closesAt,
  marketAt,
  text: 1,
  digest: 'of the text',
}

class Launches {
  readonly state: IeoState = createIeoState()
  readonly #pool = createPoolState()
  readonly #venue = createVenue()

  constructor(...applications: readonly number[]) {
    this.#venue.ledger.openCurrency(0)
    this.#venue.ledger.openHolder(63)
    for (const count of applications) this.launch(count)
  }

  evolve(event: IeoEvent): void {
    evolveIeo(this.state, this.#pool, this.#venue, event, 1_000)
  }

  launch(count: number, more: Partial<IeoTerms> = {}): number {
    const project = this.state.nextProject
    this.evolve({ type: 'ieoLaunched', project, terms: { ...terms, ...more } })
    for (let at = 0; at < count; at++) {
      const { nextSubscription: subscription } = this.state
      this.evolve({ type: 'ieoSubscribed', subscription, holder: 40 + (at % 3), project, applied: 1, amount: 0n })
    }
    return project
  }

  /** One command's steps, as how many events of which kind each has and whether work is left. */
  command(stamp: number): [string, number, boolean][] {
    const steps: [string, number, boolean][] = []
    for (const { events, more } of settleIeo(this.state, stamp)) {
      for (const event of events) this.evolve(event)
      steps.push([[...new Set(events.map(({ type }) => type))].join(' '), events.length, more])
    }
    return steps
  }
}

describe('what follows for launches', () => {
  it('is nothing before a window ends, nor between its end and the time to market', () => {
    const launches = new Launches(2)
    expect(launches.command(closesAt - 1)).toEqual([])
    expect(launches.command(closesAt)).toEqual([
      ['ieoWindowEnded', 1, false],
      ['ieoAllotted', 2, false],
    ])
    expect(launches.command(marketAt - 1)).toEqual([])
    expect(launches.command(marketAt)).toEqual([['ieoDelivered', 2, false]])
    expect(launches.command(marketAt)).toEqual([])
  })

  it('is 2 000 steps in one command, and the rest in the next, over all launches together', () => {
    expect(ieoStepMax).toBe(2_000)
    const launches = new Launches(ieoStepMax, 1)
    expect(launches.command(closesAt)).toEqual([
      ['ieoWindowEnded', 1, false],
      ['ieoAllotted', ieoStepMax - 1, true],
    ])
    expect(launches.command(closesAt)).toEqual([
      ['ieoAllotted', 1, false],
      ['ieoWindowEnded', 1, false],
      ['ieoAllotted', 1, false],
    ])
    expect(launches.command(marketAt)).toEqual([['ieoDelivered', ieoStepMax, true]])
    expect(launches.command(marketAt)).toEqual([['ieoDelivered', 1, false]])
  })

  it('is told whether it is over, also where it is so to the step', () => {
    const launches = new Launches(ieoStepMax - 2, 1)
    expect(launches.command(closesAt)).toEqual([
      ['ieoWindowEnded', 1, false],
      ['ieoAllotted', ieoStepMax - 2, false],
      ['ieoWindowEnded', 1, true],
    ])
    expect(launches.command(closesAt)).toEqual([['ieoAllotted', 1, false]])
  })

  it('allots all before any is delivered, also where the time to market has come meanwhile', () => {
    const launches = new Launches(ieoStepMax)
    expect(launches.command(marketAt)).toEqual([
      ['ieoWindowEnded', 1, false],
      ['ieoAllotted', ieoStepMax - 1, true],
    ])
    expect(launches.command(marketAt)).toEqual([
      ['ieoAllotted', 1, false],
      ['ieoDelivered', ieoStepMax - 1, true],
    ])
    expect(launches.command(marketAt)).toEqual([['ieoDelivered', 1, false]])
  })

  it('is the return of what was frozen for one that was called off', () => {
    const launches = new Launches(3)
    launches.evolve({ type: 'ieoCanceled', project: 1 })
    expect(launches.command(1_000)).toEqual([['ieoReturned', 3, false]])
    const project = launches.state.projects.get(1)
    expect([project?.subscriptions.size, project?.own.size, project?.waiting]).toEqual([0, 0, 0])
    expect(launches.command(marketAt)).toEqual([])
  })
})

describe('a launch that is over', () => {
  it('is forgotten at the next, and none that is open or has anything left', () => {
    const launches = new Launches(1, 1, 1)
    launches.evolve({ type: 'ieoCanceled', project: 1 })
    launches.command(1_000)
    launches.evolve({ type: 'ieoCanceled', project: 2 })
    launches.launch(0)
    expect([...launches.state.projects.keys()]).toEqual([2, 3, 4])
    launches.command(1_000)
    launches.launch(0)
    expect([...launches.state.projects.keys()]).toEqual([3, 4, 5])
    expect(launches.state.nextProject).toBe(6)
  })

  it('is none that nobody knows', () => {
    const launches = new Launches(0)
    expect(() => launches.evolve({ type: 'ieoCanceled', project: 2 })).toThrow('there is no project 2')
    const none = { subscription: 9, holder: 40, project: 1, applied: 1, passes: 1, currency: 0, quantity: 0n } as const
    for (const event of [
      { type: 'ieoAllotted', ...none, amount: 0n, cost: 0n },
      { type: 'ieoDelivered', ...none },
    ] as const) {
      expect(() => launches.evolve(event)).toThrow('there is no subscription 9')
    }
  })

  it('leaves the numbers of its applications behind: they go on by one', () => {
    const launches = new Launches(2, 1)
    const projects = [...launches.state.projects.values()]
    expect(projects.map(({ subscriptions }) => [...subscriptions.keys()])).toEqual([[1, 2], [3]])
    expect(launches.state.nextSubscription).toBe(4)
  })
})
