import type { HolderId } from '../ledger/holders.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evolve } from '../exchange.ts'
import { reckonAnew } from '../liquidation/reckoning.ts'
import type { BracketTerms } from '../margin/brackets.ts'
import { decodeState, encodeState } from '../snapshot.ts'
import { createState } from '../state.ts'
import { btcDerivative, MarginFixture } from '../testing/marginFixture.ts'
import { isDerivativeEvent } from './event.ts'
import type { Command, Event } from '../vocabulary.ts'
import { bracketNoticeMinMs } from './bracketVersions.ts'
import { figuresOf } from './figures.ts'
import type { Position } from './state.ts'

const start = 1_000_000
const unit = 1_000_000n

/** A fifth of any notional above 4 000 USDT: it would end a large holder at the next price, and a small one never. */
const singling: BracketTerms[] = [
  { floor: 0n, maintenanceRate: 4_000_000, multipleMax: 100 },
  { floor: 4_000n * unit, maintenanceRate: 200_000_000, multipleMax: 4 },
]
const strict: BracketTerms[] = [{ floor: 0n, maintenanceRate: 95_000_000, multipleMax: 10 }]
const { brackets: shipped } = btcDerivative

function begin(): MarginFixture {
  const fixture = new MarginFixture()
  fixture.tick(start)
  return fixture
}

function configuring(brackets: readonly BracketTerms[]): Command {
  return { type: 'configureDerivative', listing: 0, terms: { ...btcDerivative, brackets } }
}

function sampling(fixture: MarginFixture): Command {
  return { type: 'sampleIndex', stamp: Math.floor(fixture.now / 1_000) * 1_000, kind: 'simulated', samples: [] }
}

// what a second brings but funding, which comes by its own clock
function due(fixture: MarginFixture): readonly Event[] {
  return fixture.must(sampling(fixture)).filter(({ type }) => type !== 'fundingSet')
}

function announcing(fixture: MarginFixture, brackets: readonly BracketTerms[], noticeMs: number): Command {
  return { type: 'announceBrackets', listing: 0, brackets, effectiveAt: fixture.now + noticeMs }
}

function open(fixture: MarginFixture, id: number): Position {
  const position = fixture.position(id)
  if (!position) throw new Error(`position ${id} is not open`)
  return position
}

function netOf(fixture: MarginFixture, holder: number): Position {
  const position = fixture.account(holder).perpetual.get(0)
  if (!position) throw new Error('no position')
  return position
}

function shownOf(fixture: MarginFixture, position: Position) {
  return figuresOf(fixture.state.derivative, fixture.state.venue, position, fixture.now)
}

function liquidated(events: readonly Event[]): HolderId[] {
  return events.flatMap((event) => (event.type === 'liquidationStarted' ? [event.holder] : []))
}

const limit = {
  type: 'placePerpetualOrder',
  symbol: 'BTCUSDT',
  side: 'buy',
  kind: 'limit',
  timeInForce: 'GTC',
  reduceOnly: false,
  stopLoss: null,
  takeProfit: null,
  fault: '',
} as const

describe('the brackets of a position', () => {
  it('stay those under which it was opened: a change of terms closes nobody out', () => {
    const fixture = begin()
    const ticket = open(fixture, fixture.ticket(fixture.trader(40, 100_000), 'buy', 1_000, 10))
    fixture.setPerpetual(fixture.trader(41, 100_000), 'cross', 10)
    fixture.perpetual(41, 'sell', 1_000)
    const before = [ticket, netOf(fixture, 41)].map((position) => shownOf(fixture, position))
    expect(fixture.must(configuring(singling)).map(({ type }) => type)).toEqual(['derivativeTermsSet'])
    expect(fixture.tick(start)).toEqual([])
    expect([ticket, netOf(fixture, 41)].map((position) => shownOf(fixture, position))).toEqual(before)
    // the price that was shown is the one that is kept
    expect(liquidated(fixture.tick(950_000))).toEqual([])
  })

  it('are those in force for what is opened from then on', () => {
    const fixture = begin()
    const old = open(fixture, fixture.ticket(fixture.trader(40, 100_000), 'buy', 100, 10))
    fixture.must(configuring(strict))
    const fresh = open(fixture, fixture.ticket(fixture.trader(41, 100_000), 'buy', 100, 10))
    expect(shownOf(fixture, old).maintenance).toBe(4_000_000n)
    expect(shownOf(fixture, fresh).maintenance).toBe(95_000_000n)
  })

  it('become those in force for the whole position where it is increased, and not where it is reduced', () => {
    const fixture = begin()
    fixture.setPerpetual(fixture.trader(40, 100_000), 'cross', 10)
    fixture.perpetual(40, 'buy', 100)
    fixture.must(configuring(strict))
    fixture.perpetual(40, 'sell', 10)
    expect(netOf(fixture, 40).bracketVersion).toBe(1)
    fixture.perpetual(40, 'buy', 10)
    expect(netOf(fixture, 40).bracketVersion).toBe(2)
    expect(shownOf(fixture, netOf(fixture, 40)).maintenance).toBe(95_000_000n)
  })

  it('of a resting order are those under which it was accepted, and never older than its position’s', () => {
    const fixture = begin()
    fixture.setPerpetual(fixture.trader(40, 100_000), 'cross', 10)
    fixture.perpetual(40, 'buy', 100)
    const rest = (): void => void fixture.must({ ...limit, holder: 40, price: 99_000, lots: 10 })
    rest()
    fixture.must(configuring(strict))
    fixture.tick(989_000)
    // what was confirmed under the old brackets fills under them
    expect(netOf(fixture, 40)).toMatchObject({ lots: 110, bracketVersion: 1 })
    fixture.tick(start)
    rest()
    fixture.must(configuring(shipped))
    fixture.perpetual(40, 'buy', 1)
    expect(netOf(fixture, 40).bracketVersion).toBe(3)
    fixture.tick(989_000)
    expect(netOf(fixture, 40)).toMatchObject({ lots: 121, bracketVersion: 3 })
  })

  it('of journals before were changed at once by terms, and still are when these are replayed', () => {
    const fixture = begin()
    const ticket = open(fixture, fixture.ticket(fixture.trader(40, 100_000), 'buy', 100, 10))
    const terms = { ...btcDerivative, brackets: strict }
    evolve(fixture.state, { type: 'derivativeConfigured', listing: 0, terms }, fixture.now)
    expect(ticket.bracketVersion).toBe(2)
    expect(shownOf(fixture, ticket).maintenance).toBe(95_000_000n)
  })
})

describe('a measure for open positions', () => {
  it('is announced a day ahead at least, one at a time, and names a market and nobody', () => {
    const fixture = begin()
    const refusal = (command: Command) => {
      const outcome = fixture.run(command)
      return outcome.ok ? null : outcome.rejection
    }
    expect(refusal(announcing(fixture, strict, bracketNoticeMinMs - 1))).toEqual({
      reason: 'bracket_notice_invalid',
      detail: { hours: '24', days: '90' },
    })
    expect(refusal(announcing(fixture, strict, 91 * bracketNoticeMinMs))?.reason).toBe('bracket_notice_invalid')
    expect(refusal(announcing(fixture, [], bracketNoticeMinMs))?.reason).toBe('listing_invalid')
    expect(refusal({ type: 'withdrawBrackets', listing: 0 })?.reason).toBe('bracket_measure_none')
    const [announced] = fixture.must(announcing(fixture, strict, bracketNoticeMinMs))
    expect(Object.keys(announced).toSorted()).toEqual(['brackets', 'effectiveAt', 'listing', 'type'])
    expect(refusal(announcing(fixture, strict, 2 * bracketNoticeMinMs))?.reason).toBe('bracket_measure_pending')
    expect(fixture.must({ type: 'withdrawBrackets', listing: 0 })).toEqual([{ type: 'bracketsWithdrawn', listing: 0 }])
    fixture.now += 2 * bracketNoticeMinMs
    expect(due(fixture)).toEqual([])
  })

  it('comes into force at its hour for everybody, and what was set meanwhile gives way to it', () => {
    const fixture = begin()
    const tickets = [40, 41].map((holder) =>
      open(fixture, fixture.ticket(fixture.trader(holder, 9_000), 'buy', 1_000, 10)),
    )
    const small = open(fixture, fixture.ticket(fixture.trader(42, 9_000), 'buy', 1, 10))
    fixture.must(announcing(fixture, singling, bracketNoticeMinMs))
    fixture.now += bracketNoticeMinMs - 1_000
    expect(due(fixture)).toEqual([])
    expect(fixture.tick(start)).toEqual([])
    fixture.must(configuring(strict))
    fixture.now += 1_000
    const [enforced] = due(fixture)
    expect(enforced).toMatchObject({ type: 'bracketsEnforced', listing: 0, terms: { brackets: singling } })
    for (const ticket of [...tickets, small]) expect(ticket.bracketVersion).toBe(3)
    // alike for all that are alike: both large ones end, the small one goes on
    expect(liquidated(fixture.tick(start))).toEqual([40, 41])
    expect(fixture.position(small.id)).toBeDefined()
    expect(due(fixture)).toEqual([])
  })

  it('comes into force at the first second after a time without any', () => {
    const fixture = begin()
    const ticket = open(fixture, fixture.ticket(fixture.trader(40, 9_000), 'buy', 1, 10))
    fixture.must(announcing(fixture, strict, bracketNoticeMinMs))
    fixture.now += 5 * bracketNoticeMinMs
    expect(due(fixture)).toHaveLength(1)
    expect(ticket.bracketVersion).toBe(2)
  })
})

const act = fc.oneof(
  fc.record({
    do: fc.constant('trade' as const),
    side: fc.constantFrom('buy', 'sell'),
    lots: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({
    do: fc.constant('ticket' as const),
    side: fc.constantFrom('buy', 'sell'),
    lots: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({ do: fc.constant('rest' as const), lots: fc.integer({ min: 1, max: 60 }) }),
  fc.record({
    do: fc.constantFrom('configure' as const, 'announce' as const),
    brackets: fc.constantFrom(shipped, strict, singling),
  }),
  fc.record({ do: fc.constant('withdraw' as const) }),
  fc.record({ do: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ do: fc.constant('move' as const), change: fc.integer({ min: -60_000, max: 60_000 }) }),
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

class Random {
  readonly fixture = begin()
  readonly events: Event[] = []
  #mark = start

  do(holder: number, step: Act): readonly Event[] {
    const { fixture } = this
    switch (step.do) {
      case 'trade':
      case 'ticket': {
        const common = {
          ...limit,
          holder,
          side: step.side === 'buy' ? 'buy' : 'sell',
          kind: 'market',
          price: 0,
        } as const
        if (step.do === 'trade') return this.#try({ ...common, lots: step.lots })
        return this.#try({ ...common, type: 'placeContractOrder', lots: step.lots, multiple: 4 })
      }
      case 'rest':
        return this.#try({ ...limit, holder, price: Math.round(this.#mark / 10) - 300, lots: step.lots })
      case 'configure':
        return this.#try(configuring(step.brackets))
      case 'announce':
        return this.#try(announcing(fixture, step.brackets, bracketNoticeMinMs))
      case 'withdraw':
        return this.#try({ type: 'withdrawBrackets', listing: 0 })
      case 'pass':
        fixture.now += step.hours * 3_600_000
        return [...this.#try(sampling(fixture)), ...fixture.tickNow(this.#mark)]
      case 'move':
        this.#mark = Math.max(500_000, this.#mark + step.change)
        return fixture.tick(this.#mark)
    }
  }

  #try(command: Command): readonly Event[] {
    const outcome = this.fixture.run(command)
    return outcome.ok ? outcome.events : []
  }
}

// the positions whose brackets a step may change: those that it opened more of, and all where a measure came into force
function mayChange(events: readonly Event[]): (id: number) => boolean {
  const opened = new Set<number>()
  let all = false
  for (const event of events) {
    all ||= event.type === 'bracketsEnforced'
    if (event.type === 'derivativeTraded') for (const { opening } of [event.maker, event.taker]) opened.add(opening)
  }
  return (id) => all || opened.has(id)
}

describe('brackets through any sequence', () => {
  it('change only by an increase or an announced measure, never to older ones, and come back from a snapshot', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(40, 41), act), { minLength: 5, maxLength: 40 }), (steps) => {
        const random = new Random()
        const { fixture } = random
        for (const holder of [40, 41]) fixture.setPerpetual(fixture.trader(holder, 20_000), 'cross', 3)
        let announcedAt = Infinity
        for (const [holder, step] of steps) {
          const { positions } = fixture.state.derivative
          const before = new Map([...positions].map(([id, { bracketVersion }]) => [id, bracketVersion]))
          const events = random.do(holder, step)
          const may = mayChange(events)
          for (const event of events) {
            if (event.type === 'bracketsAnnounced') announcedAt = fixture.now
            if (event.type === 'bracketsEnforced') expect(fixture.now - announcedAt).toBeGreaterThanOrEqual(86_400_000)
            if (event.type === 'liquidationReckoned') expectReckoned(event)
          }
          for (const [id, { bracketVersion }] of positions) {
            const was = before.get(id)
            if (was === undefined || was === bracketVersion) continue
            expect(bracketVersion).toBeGreaterThan(was)
            expect(may(id)).toBe(true)
          }
          const bytes = encodeState(fixture.state)
          expect(encodeState(decodeState(bytes))).toEqual(bytes)
        }
      }),
      { numRuns: 120 },
    )
  })

  it('are the same where the events alone are taken', () => {
    const fixture = begin()
    const replayed = decodeState(encodeState(fixture.state))
    const events: Event[] = []
    for (const command of [
      { type: 'openHolder', holder: 40, realm: 'demo', country: '' },
      { type: 'transfer', holder: 40, from: 'coin', to: 'contract', amount: 9_000n * unit, fault: '' },
      { ...limit, holder: 40, kind: 'market', price: 0, lots: 10 },
      configuring(strict),
      { ...limit, holder: 40, kind: 'market', price: 0, lots: 10 },
      announcing(fixture, singling, bracketNoticeMinMs),
    ] satisfies Command[]) {
      for (const event of fixture.must(command)) events.push(event)
    }
    for (const event of events) evolve(replayed, event, fixture.now)
    expect(events.filter(isDerivativeEvent).length).toBeGreaterThan(4)
    expect(encodeState(replayed)).toEqual(encodeState(fixture.state))
    expect(encodeState(createState())).not.toEqual(encodeState(replayed))
  })
})

type Reckoned = Extract<Event, { type: 'liquidationReckoned' }>

function expectReckoned(event: Reckoned): void {
  const balance = event.position === 0 ? event.available + event.held : event.held
  const anew = reckonAnew({ balance, positions: event.positions })
  expect(anew).toMatchObject({ equity: event.equity, maintenance: event.maintenance, liquidatable: true })
  expect(anew?.positions).toEqual(event.positions.map(({ profit, maintenance }) => ({ profit, maintenance })))
}

describe('what a liquidation was decided by', () => {
  it('stands in its event whole, so that equity and maintenance follow from it alone', () => {
    const fixture = begin()
    fixture.list('ETH')
    fixture.tick(start, 1)
    fixture.setPerpetual(fixture.trader(40, 10_000), 'cross', 20)
    fixture.setPerpetual(40, 'cross', 20, 'ETHUSDT')
    fixture.perpetual(40, 'buy', 5_000)
    fixture.must(configuring(strict))
    fixture.perpetual(40, 'sell', 4_000, { symbol: 'ETHUSDT' })
    fixture.ticket(fixture.trader(41, 1_000), 'buy', 50, 10)
    const events = [...fixture.tick(start, 1), ...fixture.tick(800_000)]
    const reckoned = events.filter((event) => event.type === 'liquidationReckoned')
    expect(reckoned.filter(({ position }) => position === 0)).toHaveLength(1)
    expect(reckoned).toHaveLength(2)
    for (const event of reckoned) expectReckoned(event)
    const cross = reckoned.find(({ position }) => position === 0)
    expect(cross?.positions.map(({ brackets }) => brackets.length)).toEqual([4, 4])
    expect(cross?.positions[0]).toMatchObject({
      side: 'long',
      lots: 5_000,
      whole: 5_000,
      indexTenths: 800_000,
      sources: 4,
    })
  })
})
