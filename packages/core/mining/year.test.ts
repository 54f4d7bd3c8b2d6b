import { expect, it } from 'vitest'
import { houseHolder } from '../ledger/holders.ts'
import { dayMs } from '../money/units.ts'
import { sums } from '../query.ts'
import { encodeState } from '../snapshot.ts'
import { WealthFixture } from '../testing/wealthFixture.ts'
import { dayOf } from './terms.ts'

const orderCount = 10_000
const yearDays = 365
const holders = Array.from({ length: 100 }, (_, at) => 40 + at)
const periods = [1, 5, 7, 14, 30, 60]

/** A small generator of whole numbers from a seed, so that the year is the same each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** What the rules say by hand of one order: each day's floor of P × r, and the principal whole or at P(1 − p). */
interface Expected {
  readonly holder: number
  readonly amount: bigint
  readonly firstDay: number
  readonly days: number
  readonly product: number
  /** How many days were over when it was redeemed; null where it ran to its end. */
  redeemedAfter: number | null
}

const rateMin = 1_000_003
const rateMax = 4_000_019
const redemptionRate = 12_345_679
const rateOne = 1_000_000_000n

/** A year of 10 000 orders whose engine is restarted at random, and what each order should come to. */
class Year extends WealthFixture {
  readonly roll = dice(20_251)
  readonly rates = new Map<string, number>()
  readonly expected = new Map<number, Expected>()
  readonly products: number[]
  readonly from: number

  constructor() {
    super()
    for (const holder of holders) this.saver(holder, 10n ** 15n, 0n)
    const bounds = { maximum: 10n ** 12n, capacity: 10n ** 15n }
    this.products = periods.map((days) =>
      this.mined(this.miningTerms({ days, rateMin, rateMax, redemptionRate, ...bounds })),
    )
    this.from = dayOf(this.now) + 1
  }

  // rates of some of the days ahead, published before they begin
  publish(day: number): void {
    for (const product of this.products) {
      if (this.roll(4) === 0) continue
      const rate = rateMin + this.roll(rateMax - rateMin + 1)
      this.must({ type: 'publishMiningRates', product, rates: [{ day, rate }] })
      this.rates.set(`${product} ${day}`, rate)
    }
  }

  openSome(count: number): void {
    for (let at = 0; at < count; at++) {
      const holder = holders[this.roll(holders.length)]
      const place = this.roll(periods.length)
      const product = this.products[place]
      const amount = 100_000_001n + BigInt(this.roll(2 ** 31)) * BigInt(1 + this.roll(20))
      const order = this.locked(holder, product, amount)
      const firstDay = dayOf(this.now) + 1
      this.expected.set(order, { holder, amount, firstDay, days: periods[place], product, redeemedAfter: null })
    }
  }

  redeemSome(count: number): void {
    const running = [...this.state.mining.orders.keys()]
    for (let at = 0; at < count && running.length > 0; at++) {
      const [order] = running.splice(this.roll(running.length), 1)
      const one = this.expected.get(order)
      if (!one) throw new Error('an order that nobody made')
      if (!this.run({ type: 'redeemMining', holder: one.holder, order }).ok) continue
      one.redeemedAfter = Math.max(0, dayOf(this.now) - one.firstDay)
    }
  }

  override restart(): void {
    const bytes = encodeState(this.state)
    super.restart()
    expect(Buffer.compare(encodeState(this.state), bytes)).toBe(0)
  }

  closedForm(one: Expected): bigint {
    let sum = 0n
    for (let at = 0; at < (one.redeemedAfter ?? one.days); at++) {
      const rate = this.rates.get(`${one.product} ${one.firstDay + at}`) ?? rateMin
      sum += (one.amount * BigInt(rate)) / rateOne
    }
    if (one.redeemedAfter === null) return sum
    return sum + (one.amount * (rateOne - BigInt(redemptionRate))) / rateOne - one.amount
  }
}

it('10 000 orders over a year with random restarts give the closed-form income to the unit', () => {
  const year = new Year()
  for (let day = 0; day < yearDays + 90; day++) {
    const begins = (year.from + day) * dayMs
    // some days nothing runs at all, and what was due comes later
    const isUp = year.roll(12) > 0
    if (isUp) year.passTo(begins + year.roll(1_000))
    if (year.roll(6) === 0) year.restart()
    year.now = begins + year.roll(dayMs - 10_000) + 2_000
    if (day < yearDays) {
      const left = orderCount - year.expected.size
      year.openSome(day === yearDays - 1 ? left : Math.min(left, year.roll(55)))
      year.publish(year.from + day + 1)
    }
    if (isUp) year.redeemSome(year.roll(4))
  }
  const income = new Map<number, bigint>()
  for (const one of year.expected.values()) {
    income.set(one.holder, (income.get(one.holder) ?? 0n) + year.closedForm(one))
  }
  expect(year.expected.size).toBe(orderCount)
  expect([...year.expected.values()].some((one) => one.redeemedAfter !== null)).toBe(true)
  let total = 0n
  for (const holder of holders) {
    const sum = income.get(holder) ?? 0n
    total += sum
    expect(year.available(holder, 0) - 10n ** 15n).toBe(sum)
    expect(year.frozen(holder, 0)).toBe(0n)
  }
  expect(year.state.venue.ledger.posted(houseHolder('real', 'wealthPool'), 'coin', 0)).toBe(-total)
  expect([year.state.mining.orders.size, year.state.pool.promised.size]).toEqual([0, 0])
  for (const { posted, frozen, held } of sums(year.state).sums) expect([posted, frozen]).toEqual([0n, held])
})
