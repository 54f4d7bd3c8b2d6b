import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs } from '../money/units.ts'
import { query } from '../query.ts'
import { btcDerivative, MarginFixture } from '../testing/marginFixture.ts'
import type { Command, Event } from '../vocabulary.ts'
import { chargesNoticeMs, chargesOf, type AnnouncedCharges, type Charges } from './charges.ts'
import { derivativeOf } from './state.ts'

const start = 1_000_000
/** A fee of just under a tenth of all that is closed. */
const dear = { feeRateContract: 99_999_999, feeRatePerpetualMaker: 99_999_998, feeRatePerpetualTaker: 99_999_999 }

function begin(): MarginFixture {
  const fixture = new MarginFixture()
  fixture.tick(start)
  return fixture
}

function configuring(change: Partial<Charges>): Command {
  return { type: 'configureDerivative', listing: 0, terms: { ...btcDerivative, ...change } }
}

/** A second of the clock, and of the market beside it. */
function second(fixture: MarginFixture): readonly Event[] {
  const stamp = Math.floor(fixture.now / 1_000) * 1_000
  const samples = [{ listing: 0, indexTenths: start, sources: 4, fresh: true }]
  const events = fixture.must({ type: 'sampleIndex', stamp, kind: 'simulated', samples })
  fixture.tickNow(start)
  return events
}

function types(events: readonly Event[]): string[] {
  return events.map(({ type }) => type)
}

function inForce(fixture: MarginFixture): Charges {
  return chargesOf(derivativeOf(fixture.state.derivative, 0))
}

function announced(fixture: MarginFixture): AnnouncedCharges | undefined {
  return fixture.state.derivative.charges.get(0)
}

/** What closing all of a ticket, and all of a perpetual position, costs in fees. */
function feesOfClosing(fixture: MarginFixture, ticket: number, position: number): (bigint | undefined)[] {
  const closed = [
    fixture.must({ type: 'closeContract', holder: 40, order: ticket, lots: 0, fault: '' }),
    fixture.must({ type: 'closePerpetual', holder: 40, position, lots: 0, fault: '' }),
  ]
  return closed.map((events) => {
    const trade = events.find((event) => event.type === 'derivativeTraded')
    return trade?.taker.fee
  })
}

/** One that holds a ticket and a perpetual position of a tenth of a lot each, worth 100 USDT. */
function opened(fixture: MarginFixture): { ticket: number; position: number } {
  fixture.trader(40, 100_000)
  fixture.setPerpetual(40, 'cross', 10)
  const ticket = fixture.ticket(40, 'buy', 10, 5)
  fixture.perpetual(40, 'buy', 10)
  return { ticket, position: fixture.account(40).perpetual.get(0)?.id ?? 0 }
}

describe('fees that rise', () => {
  it('are not paid by whoever closes within a day of them, and are from then on', () => {
    for (const [waitedMs, each] of [
      [dayMs - 1, 49_995n],
      [dayMs, 9_999_000n],
    ] as const) {
      const fixture = begin()
      const { ticket, position } = opened(fixture)
      const events = fixture.must(configuring(dear))
      expect(events).toMatchObject([
        { type: 'derivativeTermsSet', terms: chargesOf(btcDerivative) },
        { type: 'chargesAnnounced', charges: dear, effectiveAt: fixture.now + dayMs },
      ])
      fixture.now += waitedMs
      expect(types(second(fixture)).includes('chargesEnforced')).toBe(waitedMs === dayMs)
      expect(feesOfClosing(fixture, ticket, position)).toEqual([each, each])
    }
  })

  it('are told with when they hold', () => {
    const fixture = begin()
    fixture.must(configuring(dear))
    const told = () => query(fixture.state, { type: 'derivativeTerms' }, fixture.now)
    const charges = { ...chargesOf(btcDerivative), ...dear }
    const asked = { charges, announcedAt: fixture.now, effectiveAt: fixture.now + chargesNoticeMs }
    expect(told()).toMatchObject({ listings: [{ terms: chargesOf(btcDerivative), charges: asked }] })
    fixture.now += dayMs
    second(fixture)
    expect(told()).toMatchObject({ listings: [{ terms: charges, charges: null }] })
  })

  it('leave the other terms that come with them to hold at once', () => {
    const fixture = begin()
    const terms = { ...btcDerivative, ...dear, openInterestUserMax: 5n, multiples: [1, 2] }
    fixture.must({ type: 'configureDerivative', listing: 0, terms })
    expect(derivativeOf(fixture.state.derivative, 0)).toMatchObject({
      ...chargesOf(btcDerivative),
      openInterestUserMax: 5n,
      multiples: [1, 2],
    })
  })

  it('come with the brackets that were announced for the same second, and neither undoes the other', () => {
    const fixture = begin()
    const brackets = [{ floor: 0n, maintenanceRate: 5_000_000, multipleMax: 100 }]
    fixture.must({ type: 'announceBrackets', listing: 0, brackets, effectiveAt: fixture.now + dayMs })
    fixture.must(configuring(dear))
    fixture.now += dayMs
    expect(types(second(fixture))).toEqual(expect.arrayContaining(['bracketsEnforced', 'chargesEnforced']))
    expect(derivativeOf(fixture.state.derivative, 0)).toMatchObject({ ...dear, brackets })
    expect(fixture.state.derivative.brackets[0]?.measure).toBeNull()
    expect(announced(fixture)).toBeUndefined()
  })

  it('are in force after a restart on the day and at the time that were announced', () => {
    const fixture = begin()
    fixture.must(configuring(dear))
    fixture.reload()
    fixture.now += dayMs - 1_000
    second(fixture)
    fixture.reload()
    expect(inForce(fixture)).toEqual(chargesOf(btcDerivative))
    fixture.now += 1_000
    second(fixture)
    fixture.reload()
    expect(inForce(fixture)).toMatchObject(dear)
  })
})

describe('fees that fall', () => {
  it('hold at once, also for what is open', () => {
    const fixture = begin()
    const { ticket, position } = opened(fixture)
    const events = fixture.must(configuring({ feeRateContract: 0, feeRatePerpetualMaker: 0, feeRatePerpetualTaker: 0 }))
    expect(types(events)).toEqual(['derivativeTermsSet'])
    expect(feesOfClosing(fixture, ticket, position)).toEqual([0n, 0n])
  })

  it('fall beside one that rises, which waits', () => {
    const fixture = begin()
    fixture.must(configuring({ feeRateContract: 100_000, feeRatePerpetualTaker: 700_000 }))
    expect(inForce(fixture)).toEqual({ ...chargesOf(btcDerivative), feeRateContract: 100_000 })
    expect(announced(fixture)?.charges).toMatchObject({ feeRateContract: 100_000, feeRatePerpetualTaker: 700_000 })
  })
})

describe('what is set while something is announced', () => {
  const rise = (feeRateContract: number): Command => configuring({ feeRateContract })

  it('waits a day of its own where it is worse', () => {
    const fixture = begin()
    fixture.must(rise(600_000))
    fixture.now += dayMs / 2
    fixture.must(rise(700_000))
    expect(announced(fixture)).toMatchObject({
      charges: { feeRateContract: 700_000 },
      effectiveAt: fixture.now + dayMs,
    })
    fixture.now += dayMs / 2
    second(fixture)
    expect(inForce(fixture).feeRateContract).toBe(500_000)
  })

  it('holds from the time that was announced where it is no worse than what was', () => {
    const fixture = begin()
    fixture.must(rise(700_000))
    const effectiveAt = announced(fixture)?.effectiveAt
    fixture.now += dayMs / 2
    fixture.must(rise(600_000))
    expect(announced(fixture)).toMatchObject({ charges: { feeRateContract: 600_000 }, effectiveAt })
  })

  it('holds from then where funding is the one that was announced, or the one in force', () => {
    for (const interest of [btcDerivative.fundingInterestRate, 0]) {
      const fixture = begin()
      fixture.must(configuring({ fundingInterestRate: 0, feeRateContract: 700_000 }))
      const effectiveAt = announced(fixture)?.effectiveAt
      fixture.now += dayMs / 2
      fixture.must(configuring({ fundingInterestRate: interest, feeRateContract: 600_000 }))
      const charges = { fundingInterestRate: interest, feeRateContract: 600_000 }
      expect(announced(fixture)).toMatchObject({ charges, effectiveAt })
    }
  })

  it('takes it back where it holds at once, and a rise after that waits a whole day', () => {
    const fixture = begin()
    fixture.must(rise(700_000))
    fixture.now += dayMs - 1_000
    expect(types(fixture.must(rise(500_000)))).toEqual(['derivativeTermsSet', 'chargesWithdrawn'])
    expect(announced(fixture)).toBeUndefined()
    fixture.must(rise(700_000))
    expect(announced(fixture)?.effectiveAt).toBe(fixture.now + dayMs)
  })

  it('leaves it as it is where it asks for the same', () => {
    const fixture = begin()
    fixture.must(rise(700_000))
    const before = announced(fixture)
    fixture.now += 1_000
    expect(types(fixture.must(rise(700_000)))).toEqual(['derivativeTermsSet'])
    expect(announced(fixture)).toEqual(before)
  })
})

describe('funding', () => {
  const changes: Partial<Charges>[] = [
    { fundingInterestRate: 0 },
    { fundingInterestRate: 200_000 },
    { fundingDampRateMax: 0 },
    { fundingDampRateMax: 900_000 },
    { fundingImpactNotional: 1n },
    { fundingImpactNotional: 1_000_000_000_000n },
  ]

  it.each(changes)('is changed a day ahead whichever way, since one side pays what the other gets: %o', (change) => {
    const fixture = begin()
    fixture.must(configuring(change))
    expect(inForce(fixture)).toEqual(chargesOf(btcDerivative))
    fixture.now += dayMs
    second(fixture)
    expect(inForce(fixture)).toMatchObject(change)
  })

  it('is paid by the bound and the interest of before until then', () => {
    const rates = [dayMs - 28_800_000, dayMs].map((waited) => {
      const fixture = begin()
      fixture.now = Math.ceil(fixture.now / dayMs) * dayMs
      second(fixture)
      fixture.must(configuring({ fundingInterestRate: 90_000_000, fundingDampRateMax: 99_000_000, ...dear }))
      for (let passed = 0; passed < waited; passed += 28_800_000) {
        fixture.now += 28_799_000
        second(fixture)
        fixture.now += 1_000
        if (passed + 28_800_000 < waited) second(fixture)
      }
      const set = second(fixture).find((event) => event.type === 'fundingSet')
      return set?.rates.find(({ realm }) => realm === 'demo')?.rate
    })
    expect(rates).toEqual([100_000, 90_000_000])
  })
})

// what may be asked: a little about what is in force, so that rises, falls and repeats all come
const fee = fc.constantFrom(0, 100_000, 200_000, 300_000, 500_000, 900_000)
const charges = fc.record({
  feeRateContract: fee,
  feeRatePerpetualMaker: fee,
  feeRatePerpetualTaker: fee,
  fundingInterestRate: fc.constantFrom(0, 100_000, 300_000),
  fundingDampRateMax: fc.constantFrom(500_000, 600_000),
})
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('set' as const), charges }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(0.001, 1, 6, 11, 12, 23, 24) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
)

interface Seen {
  readonly at: number
  readonly now: Charges
  readonly later: AnnouncedCharges | undefined
}

/** What is charged now beyond all that whoever looked at a moment less than a day ago could read. */
function beyond({ at, now, later }: Seen, time: number, paid: Charges): string[] {
  const next = later && later.effectiveAt <= time ? later.charges : now
  const fees = (['feeRateContract', 'feeRatePerpetualMaker', 'feeRatePerpetualTaker'] as const).filter(
    (name) => paid[name] > Math.max(now[name], next[name]),
  )
  const funding = (one: Charges): string => `${one.fundingInterestRate} ${one.fundingDampRateMax}`
  const isTold = [funding(now), funding(next)].includes(funding(paid))
  return [...fees, ...(isTold ? [] : ['funding'])].map((name) => `${name} at ${time}, seen at ${at}`)
}

describe('whatever is set, and however often', () => {
  it('nobody is charged within a day what they could not read a day before, and in the end all holds that was asked', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 5, maxLength: 40 }), (acts) => {
        const fixture = begin()
        const seen: Seen[] = []
        let asked: Charges = chargesOf(btcDerivative)
        const look = (): void => {
          const [time, now] = [fixture.now, inForce(fixture)]
          for (const one of seen) {
            if (time < one.at + dayMs) expect(beyond(one, time, now)).toEqual([])
          }
          seen.push({ at: time, now, later: announced(fixture) })
        }
        for (const one of acts) {
          if (one.kind === 'restart') fixture.reload()
          else if (one.kind === 'set') {
            const terms = { ...btcDerivative, ...one.charges }
            if (!fixture.run({ type: 'configureDerivative', listing: 0, terms }).ok) continue
            asked = chargesOf(terms)
          } else {
            fixture.now += one.hours * 3_600_000
            second(fixture)
          }
          look()
        }
        fixture.now += dayMs
        second(fixture)
        expect(inForce(fixture)).toEqual(asked)
        expect(announced(fixture)).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })
})
