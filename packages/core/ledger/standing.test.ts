import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holderMax, houseHolder, realms, userHolderMin, type HolderId } from './holders.ts'
import { Holders, realNameStates, type Standing } from './standing.ts'

const plain: Standing = {
  realm: 'demo',
  disabled: false,
  realName: 'missing',
  country: '',
  restrained: false,
  suspended: false,
  staff: false,
}

const standing = fc.record<Standing>({
  realm: fc.constantFrom(...realms),
  disabled: fc.boolean(),
  realName: fc.constantFrom(...realNameStates),
  country: fc.constantFrom('', 'FR', 'JP'),
  restrained: fc.boolean(),
  suspended: fc.boolean(),
  staff: fc.boolean(),
})
// near the ends of the table as it grows, and anywhere in it
const holder = fc.oneof(
  fc.integer({ min: userHolderMin, max: userHolderMin + 4 }),
  fc.constantFrom(63, 64, 65, 127, 128).map((at) => userHolderMin + at),
  fc.integer({ min: userHolderMin, max: 2_000 }),
)

describe('the holders', () => {
  it('stand as was last said of them, in the order in which they came', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(holder, standing), { maxLength: 30 }), (acts) => {
        const holders = new Holders()
        const twin = new Map<HolderId, Standing>()
        for (const [who, how] of acts) {
          holders.set(who, how)
          twin.set(who, how)
          expect(holders.find(who)).toEqual(how)
          expect(holders.realm(who)).toBe(how.realm)
        }
        // a map too keeps the place of whoever is set again
        expect([...holders.all()]).toEqual([...twin])
        for (let who = userHolderMin; who < userHolderMin + 200; who++) expect(holders.find(who)).toEqual(twin.get(who))
      }),
      { numRuns: 60 },
    )
  })

  it('keep apart what differs in one respect alone', () => {
    const ways: Standing[] = [
      plain,
      { ...plain, realm: 'real' },
      { ...plain, disabled: true },
      ...realNameStates.slice(1).map((realName) => ({ ...plain, realName })),
      { ...plain, country: 'FR' },
      { ...plain, restrained: true },
      { ...plain, suspended: true },
      { ...plain, staff: true },
    ]
    const holders = new Holders()
    for (const [at, way] of ways.entries()) holders.set(userHolderMin + at, way)
    expect([...holders.all()].map(([, way]) => way)).toEqual(ways)
    expect(realNameStates).toEqual(['missing', 'pending', 'approved', 'rejected', 'advanced'])
  })

  it('have one object for each way to stand, however many stand so', () => {
    const holders = new Holders()
    for (let at = 0; at < 100; at++) holders.set(userHolderMin + at, { ...plain, restrained: at % 2 === 0 })
    expect(new Set([...holders.all()].map(([, way]) => way)).size).toBe(2)
  })

  it('are users alone: houses have their realm, and nobody else has one', () => {
    const holders = new Holders()
    holders.set(userHolderMin, plain)
    expect(holders.realm(houseHolder('real', 'fees'))).toBe('real')
    expect(holders.realm(houseHolder('demo', 'external'))).toBe('demo')
    // 15 is of no house
    for (const nobody of [15, userHolderMin + 1, 5_000]) {
      expect(holders.find(nobody)).toBeUndefined()
      expect(() => holders.realm(nobody)).toThrow(/not open/)
    }
    expect(holders.find(houseHolder('real', 'fees'))).toBeUndefined()
    for (const other of [0, userHolderMin - 1, holderMax + 1])
      expect(() => holders.set(other, plain)).toThrow(RangeError)
    expect([...holders.all()]).toHaveLength(1)
  })
})
