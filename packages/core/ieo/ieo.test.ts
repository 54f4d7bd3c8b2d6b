import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { houseHolder } from '../ledger/holders.ts'
import { WealthFixture } from '../testing/wealthFixture.ts'
import { passesOf } from './terms.ts'

const pool = houseHolder('real', 'wealthPool')
const one = 100_000_000n
let fixture: WealthFixture

beforeEach(() => {
  fixture = new WealthFixture(0n)
  for (const holder of [40, 41, 42]) fixture.saver(holder, 1_000_000_000_000n, 0n)
  fixture.bring(pool, 1, 1_000n * one)
})

function apply(holder: number, project: number, passes: number) {
  return { type: 'subscribeIeo', holder, project, passes, fault: '' } as const
}

describe('a launch', () => {
  it('freezes what is applied for, allots pro rata at the window’s end, and delivers at the time to market', () => {
    const terms = fixture.ieoTerms()
    const project = fixture.launched(terms)
    fixture.must(apply(40, project, 2_000))
    fixture.must(apply(41, project, 1_000))
    fixture.must(apply(42, project, 1))
    expect(fixture.frozen(40, 0)).toBe(200_000_000_000n)
    expect(fixture.available(40, 0)).toBe(800_000_000_000n)
    expect(fixture.passTo(terms.closesAt - 1)).toEqual([])
    const events = fixture.passTo(terms.closesAt)
    expect(events.map(({ type }) => type)).toEqual(['ieoWindowEnded', 'ieoAllotted', 'ieoAllotted', 'ieoAllotted'])
    expect(events.flatMap((event) => (event.type === 'ieoAllotted' ? [event.passes] : []))).toEqual([666, 333, 0])
    expect([40, 41, 42].map((holder) => fixture.frozen(holder, 0))).toEqual([0n, 0n, 0n])
    expect(fixture.available(40, 0)).toBe(1_000_000_000_000n - 66_600_000_000n)
    expect(fixture.available(42, 0)).toBe(1_000_000_000_000n)
    expect(fixture.state.venue.ledger.posted(pool, 'coin', 0)).toBe(99_900_000_000n)
    fixture.passTo(terms.marketAt - 1)
    expect(fixture.available(40, 1)).toBe(0n)
    expect(fixture.passTo(terms.marketAt)).toHaveLength(2)
    expect([40, 41, 42].map((holder) => fixture.available(holder, 1))).toEqual([666n * one, 333n * one, 0n])
    expect(fixture.state.venue.ledger.posted(pool, 'coin', 1)).toBe(one)
    expect(fixture.passTo(terms.marketAt + 1_000)).toEqual([])
  })

  it('owes what passes cost until their coin is there: nothing of it is out of sight between the two', () => {
    const terms = fixture.ieoTerms()
    const project = fixture.launched(terms)
    fixture.must(apply(40, project, 2_000))
    fixture.must(apply(41, project, 2_000))
    const owned = (): bigint => fixture.available(40, 0) + fixture.frozen(40, 0) + fixture.invested(40, 0)
    expect(fixture.invested(40, 0)).toBe(0n)
    expect(owned()).toBe(1_000_000_000_000n)
    fixture.passTo(terms.closesAt)
    expect(fixture.invested(40, 0)).toBe(50_000_000_000n)
    expect(owned()).toBe(1_000_000_000_000n)
    fixture.restart()
    expect(fixture.invested(40, 0)).toBe(50_000_000_000n)
    fixture.passTo(terms.marketAt)
    expect(fixture.invested(40, 0)).toBe(0n)
  })

  it('gives everyone all where the supply is enough', () => {
    const terms = fixture.ieoTerms()
    const project = fixture.launched(terms)
    fixture.must(apply(40, project, 999))
    fixture.must(apply(41, project, 1))
    const events = fixture.passTo(terms.closesAt)
    expect(events.flatMap((event) => (event.type === 'ieoAllotted' ? [event.passes] : []))).toEqual([999, 1])
  })

  it('gives everything back where it is called off, and can be called off no more after its window', () => {
    const terms = fixture.ieoTerms()
    const project = fixture.launched(terms)
    fixture.must(apply(40, project, 500))
    fixture.must({ type: 'cancelIeo', project })
    expect(fixture.refused(apply(41, project, 1))).toBe('ieo_window_closed')
    fixture.passTo(fixture.now + 1_000)
    expect(fixture.frozen(40, 0)).toBe(0n)
    expect(fixture.available(40, 0)).toBe(1_000_000_000_000n)
    const next = fixture.launched(fixture.ieoTerms())
    fixture.passTo(fixture.now + 86_400_000)
    expect(fixture.refused({ type: 'cancelIeo', project: next })).toBe('ieo_window_closed')
    expect(fixture.refused({ type: 'cancelIeo', project: 99 })).toBe('ieo_project_unknown')
  })

  it('offers no coin that the house does not hold', () => {
    fixture.launched(fixture.ieoTerms({ supply: 600 }))
    const more = (supply: number) => ({ type: 'launchIeo', terms: fixture.ieoTerms({ supply }) }) as const
    expect(fixture.refused(more(401))).toBe('ieo_supply_missing')
    fixture.must(more(400))
    expect(fixture.refused(more(1))).toBe('ieo_supply_missing')
  })

  it('refuses terms that cannot hold', () => {
    const refused = (more: Parameters<WealthFixture['ieoTerms']>[0]): string =>
      fixture.refused({ type: 'launchIeo', terms: fixture.ieoTerms(more) })
    expect(refused({ text: 0 })).toBe('ieo_text_missing')
    for (const wrong of [
      { currency: 0 },
      { currency: 2 },
      { supply: 0 },
      { passPrice: 0n },
      { passQuantity: 0n },
      { holderMax: 0 },
      { applicationMin: 0 },
      { closesAt: fixture.now },
      { marketAt: fixture.now + 1 },
    ]) {
      expect(refused(wrong)).toBe('ieo_terms_invalid')
    }
  })
})

describe('an application', () => {
  it('is refused in the order of the ladder', () => {
    const project = fixture.launched(
      fixture.ieoTerms({ applicationMin: 2, holderMax: 20_000, opensAt: fixture.now + 1 }),
    )
    fixture.demo(50)
    expect(fixture.refused(apply(50, project, 1))).toBe('realm_forbidden')
    expect(fixture.refused(apply(40, 7, 1))).toBe('ieo_project_unknown')
    expect(fixture.refused(apply(40, project, 2))).toBe('ieo_window_closed')
    fixture.now += 1
    expect(fixture.refused({ ...apply(40, project, 2), fault: 'field_malformed' })).toBe('field_malformed')
    expect(fixture.refused(apply(40, project, 1))).toBe('ieo_application_too_small')
    expect(fixture.refused(apply(40, project, 20_001))).toBe('ieo_application_too_large')
    expect(fixture.refused(apply(40, project, 10_001))).toBe('balance_insufficient')
    fixture.must(apply(40, project, 10_000))
    expect(fixture.refused(apply(40, project, 2))).toBe('balance_insufficient')
  })
})

describe('who may apply', () => {
  it('is who is known, not disabled, of a country where it is on, and while real money is open', () => {
    const project = fixture.launched(fixture.ieoTerms())
    expect(fixture.refused(apply(99, project, 1))).toBe('holder_unknown')
    const standing = { type: 'setStanding', holder: 40, realName: 'approved', country: 'FR' } as const
    fixture.must({ ...standing, disabled: true })
    expect(fixture.refused(apply(40, project, 1))).toBe('user_disabled')
    fixture.must({ ...standing, disabled: false, country: 'DE' })
    expect(fixture.refused(apply(40, project, 1))).toBe('product_off')
    fixture.goesOn = false
    fixture.now += 60_001
    expect(fixture.refused(apply(41, project, 1))).toBe('real_money_closed')
  })

  it('is who applies until before the window closes, for no more in all than one holder may have', () => {
    const terms = fixture.ieoTerms({ holderMax: 3 })
    const project = fixture.launched(terms)
    fixture.must(apply(40, project, 2))
    expect(fixture.refused(apply(40, project, 2))).toBe('ieo_application_too_large')
    fixture.must(apply(40, project, 1))
    expect(fixture.run(apply(40, project, 1))).toMatchObject({ rejection: { detail: { left: '0' } } })
    fixture.must(apply(42, project, 3))
    fixture.now = terms.closesAt
    expect(fixture.refused(apply(41, project, 1))).toBe('ieo_window_closed')
  })

  it('has a hundred launches to choose from, each with its text', () => {
    const small = fixture.ieoTerms({ supply: 1 })
    expect(fixture.refused({ type: 'launchIeo', terms: { ...small, digest: '' } })).toBe('ieo_text_missing')
    for (let at = 0; at < 100; at++) fixture.launched(small)
    expect(fixture.refused({ type: 'launchIeo', terms: small })).toBe('ieo_terms_invalid')
  })
})

describe('passes', () => {
  const applications = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 30 })

  it('never come to more than the supply, and leave less of it than there are applications', () => {
    fc.assert(
      fc.property(applications, fc.integer({ min: 1, max: 1_000_000_000 }), (list, supply) => {
        const inAll = list.reduce((sum, one) => sum + one, 0)
        const passes = list.map((one) => passesOf(one, inAll, supply))
        const sold = passes.reduce((sum, one) => sum + one, 0)
        expect(sold).toBeLessThanOrEqual(supply)
        expect(passes.every((one, at) => one <= list[at])).toBe(true)
        if (inAll <= supply) expect(passes).toEqual(list)
        else expect(supply - sold).toBeLessThan(list.length)
      }),
    )
  })

  it('are the same for a holder however an application is split, and for everyone else', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 10_000 }), fc.nat(10_000), (list, supply, others) => {
        const own = list.reduce((sum, one) => sum + one, 0)
        let before = 0
        const split = list.map((one) => {
          const passes = passesOf(one, own + others, supply, before)
          before += one
          return passes
        })
        expect(split.reduce((sum, one) => sum + one, 0)).toBe(passesOf(own, own + others, supply))
        expect(split.every((one, at) => one >= 0 && one <= (list[at] ?? 0))).toBe(true)
      }),
    )
  })

  it('of whoever applies at once are no fewer for another who applies a hundred times, and no more often', () => {
    const terms = fixture.ieoTerms({ supply: 100, holderMax: 1_000, applicationMin: 1 })
    const project = fixture.launched(terms)
    fixture.must(apply(40, project, 100))
    for (let at = 0; at < 100; at += 1) fixture.must(apply(41, project, 1))
    expect(fixture.run(apply(41, project, 1))).toMatchObject({ rejection: { detail: { left: '0' } } })
    const events = fixture.passTo(terms.closesAt)
    const passes = new Map<unknown, number>()
    for (const event of events) {
      if (event.type === 'ieoAllotted') passes.set(event.holder, (passes.get(event.holder) ?? 0) + event.passes)
    }
    expect([...passes]).toEqual([
      [40, 50],
      [41, 50],
    ])
  })
})
