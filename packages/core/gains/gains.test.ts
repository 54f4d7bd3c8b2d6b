import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { naiveGains } from '../testing/naiveGains.ts'
import type { Act } from './acts.ts'
import { type Income, type Match, type Moved, type WorthAt, Gains } from './gains.ts'
import { costOf, sizeOf } from './parcels.ts'

const [btc, eth] = [1, 2] as const

const worthAt: WorthAt = ({ currency, amount }) => (currency === eth ? null : amount * 10n)

function run(acts: readonly Act[], worth: WorthAt = worthAt) {
  const told = { matches: [] as Match[], incomes: [] as Income[], moves: [] as Moved[] }
  const gains = new Gains(worth, {
    match: (match) => told.matches.push(match),
    income: (income) => told.incomes.push(income),
    moved: (moved) => told.moves.push(moved),
  })
  for (const act of acts) gains.take(act)
  return { ...told, holdings: gains.holdings() }
}

const buy = (time: number, amount: bigint, cost: bigint, currency: number = btc): Act => ({
  kind: 'traded',
  time,
  ref: `buy ${time}`,
  given: { currency: 0, amount: cost },
  received: { currency, amount },
})
const sell = (time: number, amount: bigint, proceeds: bigint, currency: number = btc): Act => ({
  kind: 'traded',
  time,
  ref: `sell ${time}`,
  given: { currency, amount },
  received: { currency: 0, amount: proceeds },
})
const act = (
  kind: Exclude<Act['kind'], 'traded'>,
  time: number,
  amount: bigint,
  currency: number = btc,
  ref = '',
): Act => ({
  kind,
  time,
  ref,
  sum: { currency, amount },
})
const brief = ({ amount, acquired, proceeds, cost, gain, origin }: Match) =>
  `${amount} ${origin} ${acquired}: ${proceeds} - ${cost} = ${gain}`

describe('what is disposed of', () => {
  it('is matched with what was acquired first, and each part bears its share of both sides', () => {
    const { matches } = run([buy(1, 10n, 100n), buy(2, 10n, 300n), sell(3, 15n, 450n), sell(4, 5n, 100n)])
    expect(matches.map(brief)).toEqual([
      '10 bought 1: 300 - 100 = 200',
      '5 bought 2: 150 - 150 = 0',
      '5 bought 2: 100 - 150 = -50',
    ])
  })

  it('splits what does not divide so that the parts come to the whole', () => {
    const { matches } = run([buy(1, 3n, 100n), sell(2, 1n, 10n), sell(3, 1n, 10n), sell(4, 1n, 10n)])
    expect(matches.map(({ cost }) => cost)).toEqual([33n, 33n, 34n])
  })

  it('has no cost where it came from outside, and nothing is guessed of it', () => {
    const { matches, moves } = run([act('brought', 1, 4n), buy(2, 4n, 40n), sell(3, 6n, 60n)])
    expect(matches.map(brief)).toEqual(['4 brought 1: 40 - null = null', '2 bought 2: 20 - 20 = 0'])
    expect(moves).toEqual([{ currency: btc, amount: 4n, time: 1 }])
  })

  it('is said to be of nowhere where no act brought it in, and the stock never falls below nothing', () => {
    const { matches, holdings } = run([sell(1, 4n, 40n), buy(2, 1n, 7n)])
    expect(matches.map(brief)).toEqual(['4 missing null: 40 - null = null'])
    expect(holdings.get(btc)?.map(sizeOf)).toEqual([1n])
  })

  it('is no gain where it is taken outside, which leaves by the same order', () => {
    const { matches, moves } = run([buy(1, 5n, 50n), buy(2, 5n, 90n), act('taken', 3, 5n), sell(4, 5n, 100n)])
    expect(matches.map(brief)).toEqual(['5 bought 2: 100 - 90 = 10'])
    expect(moves).toEqual([{ currency: btc, amount: -5n, time: 3 }])
  })
})

describe('an exchange of two coins', () => {
  const swap = (given: number, received: number): Act => ({
    kind: 'traded',
    time: 5,
    ref: 'x',
    given: { currency: given, amount: 4n },
    received: { currency: received, amount: 2n },
  })

  it('is worth what was received, else what was given, and what was received cost that', () => {
    const { matches, holdings } = run([buy(1, 4n, 8n, eth), swap(eth, btc)])
    expect(matches.map(brief)).toEqual(['4 bought 1: 20 - 8 = 12'])
    expect(holdings.get(btc)?.map(costOf)).toEqual([20n])
    const back = run([buy(1, 4n, 8n), swap(btc, eth)])
    expect(back.matches.map(brief)).toEqual(['4 bought 1: 40 - 8 = 32'])
    expect(back.holdings.get(eth)?.map(costOf)).toEqual([40n])
  })

  it('is not known without a price of either, on both sides of it', () => {
    const { matches, holdings } = run([buy(1, 4n, 8n), swap(btc, eth)], () => null)
    expect(matches.map(brief)).toEqual(['4 bought 1: null - 8 = null'])
    expect(holdings.get(eth)?.map(costOf)).toEqual([null])
  })
})

describe('a trade of one side', () => {
  const half = (given: bigint, received: bigint): Act => ({
    kind: 'traded',
    time: 5,
    ref: 'h',
    given: given === 0n ? null : { currency: btc, amount: given },
    received: received === 0n ? null : { currency: btc, amount: received },
  })

  it('brings nothing where a fee took all of it, and costs its worth where nothing was given', () => {
    expect(run([buy(1, 4n, 8n), half(3n, 0n)]).matches.map(brief)).toEqual(['3 bought 1: 0 - 6 = -6'])
    expect(
      run([half(0n, 3n)])
        .holdings.get(btc)
        ?.map(costOf),
    ).toEqual([30n])
  })
})

describe('income', () => {
  it('costs what it was worth when it came; a loss brings nothing', () => {
    const { matches, incomes } = run([act('earned', 1, 3n), act('lost', 2, 1n), sell(3, 2n, 50n)])
    expect(incomes).toEqual([{ currency: btc, amount: 3n, worth: 30n, time: 1, ref: '' }])
    expect(matches.map(brief)).toEqual(['1 earned 1: 0 - 10 = -10', '2 earned 1: 50 - 20 = 30'])
  })

  it('of USDT is itself, and USDT has no parcels', () => {
    const { matches, incomes, holdings } = run([act('earned', 1, 3n, 0), act('taken', 2, 9n, 0)])
    expect([matches, incomes.map(({ worth }) => worth), holdings.size]).toEqual([[], [3n], 0])
  })
})

describe('what is put into a product', () => {
  const before = [buy(1, 10n, 100n), buy(2, 10n, 300n)]

  it('comes back with its cost to its place, and what comes beyond is income', () => {
    const even = run([...before, act('placed', 3, 10n, btc, 'p'), act('paid', 4, 10n, btc, 'p'), sell(5, 20n, 2_000n)])
    expect([even.incomes, even.matches.map(({ acquired }) => acquired)]).toEqual([[], [1, 2]])
    const { matches, incomes } = run([
      ...before,
      act('placed', 3, 10n, btc, 'p'),
      act('paid', 4, 11n, btc, 'p'),
      sell(5, 21n, 2_100n),
    ])
    expect(incomes.map(({ amount, worth }) => [amount, worth])).toEqual([[1n, 10n]])
    expect(matches.map(brief)).toEqual([
      '10 bought 1: 1000 - 100 = 900',
      '10 bought 2: 1000 - 300 = 700',
      '1 earned 4: 100 - 10 = 90',
    ])
  })

  it('is lost as far as less comes back, the first in first', () => {
    const { matches, incomes } = run([
      ...before,
      act('placed', 3, 12n, btc, 'p'),
      act('paid', 4, 9n, btc, 'p'),
      sell(5, 8n, 80n),
    ])
    expect(incomes).toEqual([])
    expect(matches.map(brief)).toEqual([
      '3 bought 1: 0 - 30 = -30',
      '7 bought 1: 70 - 70 = 0',
      '1 bought 2: 10 - 30 = -20',
    ])
  })

  it('comes back before what was left of its own parcel, whatever came back before it', () => {
    const { matches } = run([
      buy(1, 10n, 100n),
      act('placed', 2, 3n, btc, 'a'),
      act('placed', 3, 3n, btc, 'b'),
      act('paid', 4, 3n, btc, 'b'),
      act('paid', 5, 3n, btc, 'a'),
      act('placed', 6, 4n, btc, 'c'),
      act('paid', 7, 2n, btc, 'c'),
    ])
    expect(matches.map(brief)).toEqual(['2 bought 1: 0 - 20 = -20'])
    const rest = run([
      buy(1, 3n, 100n),
      buy(2, 1n, 7n),
      act('placed', 3, 2n, btc, 'a'),
      act('paid', 4, 2n, btc, 'a'),
      sell(5, 4n, 400n),
    ])
    expect(rest.matches.map(({ amount, cost }) => [amount, cost])).toEqual([
      [2n, 66n],
      [1n, 34n],
      [1n, 7n],
    ])
  })

  it('was given for another currency where it pays that, and is there until it does', () => {
    const put = [...before, act('placed', 3, 15n, btc, 'p')]
    expect(run(put).holdings.get(btc)?.map(sizeOf)).toEqual([5n, 10n, 5n])
    const { matches } = run([...put, act('paid', 4, 900n, 0, 'p')])
    expect(matches.map(brief)).toEqual(['10 bought 1: 600 - 100 = 500', '5 bought 2: 300 - 150 = 150'])
    // paid for in two parts, at another price than that of its day
    const parts = [act('placed', 1, 60n, 0, 'l'), act('placed', 1, 9n, 0, 'l')]
    const launch = run([...parts, act('paid', 2, 7n, btc, 'l'), sell(3, 7n, 77n)])
    expect(launch.matches.map(brief)).toEqual(['7 bought 2: 77 - 69 = 8'])
    const other = run([buy(1, 4n, 8n, eth), act('placed', 2, 4n, eth, 'o'), act('paid', 3, 2n, btc, 'o')])
    expect(other.matches.map(brief)).toEqual(['4 bought 1: 20 - 8 = 12'])
    expect(other.holdings.get(btc)?.map(costOf)).toEqual([20n])
  })

  it('of USDT brings what it pays beyond, or costs what it pays less; what nobody put in is income', () => {
    const acts = [
      act('placed', 1, 70n, 0, 'p'),
      act('paid', 2, 75n, 0, 'p'),
      act('placed', 3, 70n, 0, 'q'),
      act('paid', 4, 60n, 0, 'q'),
    ]
    expect(run(acts).incomes.map(({ amount }) => amount)).toEqual([5n, -10n])
    const even = [act('placed', 1, 70n, 0, 'p'), act('paid', 2, 70n, 0, 'p')]
    expect([run(even).incomes, [...run(even).holdings.values()].flat()]).toEqual([[], []])
    expect(run([act('paid', 1, 2n, btc, 'r')]).incomes.map(({ worth }) => worth)).toEqual([20n])
  })
})

const drawnSum = fc.record({ currency: fc.integer({ min: 0, max: 3 }), amount: fc.bigInt({ min: 1n, max: 12n }) })
const drawnAct = fc.oneof(
  fc
    .tuple(drawnSum, drawnSum)
    .filter(([a, b]) => a.currency !== b.currency)
    .map(([given, received]) => ({ kind: 'traded', given, received }) as const),
  fc.record({
    kind: fc.constantFrom('earned', 'lost', 'brought', 'taken', 'placed', 'paid'),
    sum: drawnSum,
  }),
)
/** What is put under one name is always of one currency. */
const drawnActs = fc.array(fc.tuple(drawnAct, fc.integer({ min: 0, max: 2 })), { maxLength: 30 }).map((list) =>
  list.map(([one, name], time): Act => {
    const ref = one.kind === 'placed' ? `${one.sum.currency}` : one.kind === 'paid' ? `${name}` : `r${time}`
    return { ...one, time, ref }
  }),
)
const cents = (currency: number, amount: bigint): bigint | null => (currency === 3 ? null : amount * 7n)

describe('over any acts', () => {
  it('it is what the slow twin finds unit by unit', () => {
    fc.assert(
      fc.property(drawnActs, (acts) => {
        const { matches } = run(acts, ({ currency, amount }) => cents(currency, amount))
        const slow = naiveGains(acts, cents)
        const byUnit = matches.flatMap((match) => Array.from({ length: Number(match.amount) }, () => match.acquired))
        expect(slow.map(({ acquired }) => acquired)).toEqual(byUnit)
        let place = 0
        for (const { amount, ...match } of matches) {
          const units = slow.slice(place, (place += Number(amount)))
          const sumOf = (field: 'proceeds' | 'cost' | 'gain') =>
            units.reduce<bigint | null>(
              (sum, { [field]: one }) => (sum === null || one === null ? null : sum + one),
              0n,
            )
          const { proceeds, cost, gain } = match
          expect([sumOf('proceeds'), sumOf('cost'), sumOf('gain')]).toEqual([proceeds, cost, gain])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('what came is what went and what is there, and the parts of a disposal are all of it', () => {
    const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
    fc.assert(
      fc.property(drawnActs, (drawn) => {
        const acts = drawn.filter(({ kind }) => kind !== 'placed' && kind !== 'paid' && kind !== 'taken')
        const { matches, holdings } = run(acts)
        for (const currency of [1, 2, 3]) {
          const came = acts.map((one) => (one.kind === 'traded' ? one.received : one.kind === 'lost' ? null : one.sum))
          const went = matches.filter((match) => match.currency === currency && match.origin !== 'missing')
          const there = holdings.get(currency) ?? []
          expect(there.every((slice) => sizeOf(slice) > 0n)).toBe(true)
          expect(sumOf(there.map(sizeOf)) + sumOf(went.map(({ amount }) => amount))).toBe(
            sumOf(came.map((sum) => (sum?.currency === currency ? sum.amount : 0n))),
          )
        }
        for (const one of acts) {
          if (one.kind !== 'traded' || one.given === null || one.given.currency === 0) continue
          const parts = matches.filter(({ ref }) => ref === one.ref)
          expect(sumOf(parts.map(({ amount }) => amount))).toBe(one.given.amount)
          if (one.received?.currency !== 0) continue
          expect(sumOf(parts.map(({ proceeds }) => proceeds ?? 0n))).toBe(one.received.amount)
        }
      }),
    )
  })

  it('acts of different coins at one moment may stand in any order', () => {
    const only = (currency: number) =>
      drawnActs.map((acts) =>
        acts.filter((one) =>
          one.kind === 'traded'
            ? [one.given, one.received].every((sum) => sum?.currency === currency || sum?.currency === 0)
            : one.sum.currency === currency && one.kind !== 'paid' && one.kind !== 'placed',
        ),
      )
    fc.assert(
      fc.property(only(1), only(2), (ones, twos) => {
        const sorted = (acts: readonly Act[]) => run(acts).matches.toSorted((a, b) => a.currency - b.currency)
        expect(sorted([...ones, ...twos])).toEqual(sorted([...twos, ...ones]))
      }),
    )
  })
})
