import fc from 'fast-check'
import { expect, it } from 'vitest'
import { houseHolder, userHolderMin } from '../ledger/holders.ts'
import { accounts, type Account } from '../ledger/move.ts'
import { sums } from '../query.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import type { Command, Event } from '../vocabulary.ts'
import { firstConversionTerms } from './terms.ts'

const holder = userHolderMin
const codes = ['USDT', 'BTC', 'ETH'] as const

const account = fc.constantFrom(...accounts)
const code = fc.constantFrom(...codes)
/** A share of what is there in thousandths, or a few units: where rounding bites. */
const amount = fc.oneof(
  fc.record({ thousandths: fc.integer({ min: 0, max: 1_001 }) }),
  fc.record({ units: fc.integer({ min: 0, max: 2_000 }) }),
)
const steps = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('transfer' as const), from: account, to: account, amount }),
    fc.record({ act: fc.constant('ask' as const), source: code, target: code, amount }),
    fc.record({ act: fc.constant('accept' as const), back: fc.nat(2) }),
    fc.record({ act: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 12_000 }) }),
    // what an operator's settings have nothing to do with: an order that rests, is filled by nobody and is taken back
    fc.record({ act: fc.constant('order' as const), price: fc.integer({ min: 10_000, max: 20_000 }) }),
  ),
  { minLength: 1, maxLength: 40 },
)
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never

/** One person with coins, whose every unit is watched. */
class Watched {
  readonly fixture = new MarginFixture()
  readonly indexes: readonly number[]
  readonly quotes: number[] = []
  readonly drawn: { currency: number; worth: bigint; at: number }[] = []

  constructor(bitcoin: number, ether: number) {
    this.fixture.list('ETH')
    this.indexes = [0, bitcoin, ether]
    this.fixture.demo(holder)
    for (const currency of [1, 2]) this.fixture.give(holder, currency, 1_234_567_891n)
    this.tell()
  }

  tell(): void {
    this.fixture.tick(this.indexes[1] ?? 0)
    this.fixture.tick(this.indexes[2] ?? 0, 1)
  }

  posted(where: Account, currency: number): bigint {
    return this.fixture.state.venue.ledger.posted(holder, where, currency)
  }

  /** All that is owned, in 10⁻⁸ of a unit of USDT at the indexes: exact, since nothing is divided. */
  worth(): bigint {
    let sum = accounts.reduce((all, where) => all + this.posted(where, 0), 0n) * 100_000_000n
    // 10⁻⁸ coins × tenths of a tick of 0.1 USDT, in units of 10⁻⁶ USDT
    for (const currency of [1, 2]) sum += this.posted('coin', currency) * BigInt(this.indexes[currency] ?? 0) * 10_000n
    return sum
  }

  of(there: bigint, wanted: { thousandths?: number; units?: number }): bigint {
    return wanted.units === undefined ? (there * BigInt(wanted.thousandths ?? 0)) / 1_000n : BigInt(wanted.units)
  }

  /** Notes what an exchange drew on the desk, and looks whether any span of time has given more than its stock. */
  draw(event: Extract<Event, { type: 'converted' }>): void {
    const { now } = this.fixture
    const sides = [
      { currency: event.source, amount: event.sourceAmount },
      { currency: event.target, amount: event.targetAmount + event.fee },
    ]
    for (const { currency, amount } of sides) {
      if (currency === 0) continue
      const worth = (amount * BigInt(this.indexes[currency] ?? 0)) / 10_000n
      this.drawn.push({ currency, worth, at: now })
      let sum = 0n
      for (const { currency: other, worth: each, at } of this.drawn.toReversed()) {
        if (other !== currency) continue
        sum += each
        const { refillPerSecond, stockMax } = firstConversionTerms
        const back = (refillPerSecond * BigInt(now - at)) / 1_000n
        expect(sum <= stockMax + back).toBe(true)
      }
    }
  }

  command(step: Step): Command | null {
    const { ledger } = this.fixture.state.venue
    switch (step.act) {
      case 'transfer': {
        const { from, to } = step
        const moved = this.of(ledger.available(holder, from, 0), step.amount)
        return { type: 'transfer', holder, from, to, amount: moved, fault: '' }
      }
      case 'ask': {
        const { source, target } = step
        const given = this.of(ledger.available(holder, 'coin', codes.indexOf(source)), step.amount)
        return { type: 'askConversion', holder, source, target, amount: given, fault: '' }
      }
      case 'accept':
        // the last quote, or one that was replaced or used
        return { type: 'acceptConversion', holder, quote: this.quotes.at(-1 - step.back) ?? 1 }
      case 'pass':
        this.fixture.now += step.ms
        this.tell()
        return null
      case 'order': {
        const placed = this.fixture.place(holder, 'buy', step.price, 100)
        if (!placed.ok || placed.answer.type !== 'order') return null
        return { type: 'cancelSpotOrder', holder, order: placed.answer.view.order }
      }
    }
  }
}

const tenths = fc.integer({ min: 2_000, max: 50_000_000 })

it('no sequence of transfers, quotes, roundings and orders gains a unit', () => {
  let exchanged = 0
  fc.assert(
    fc.property(tenths, tenths, steps, (bitcoin, ether, list) => {
      const watched = new Watched(bitcoin, ether)
      for (const step of list) {
        const before = watched.worth()
        const command = watched.command(step)
        const outcome = command === null ? null : watched.fixture.run(command)
        const after = watched.worth()
        expect(after <= before).toBe(true)
        if (step.act !== 'accept') expect(after).toBe(before)
        const [event] = outcome?.ok ? outcome.events : []
        if (event?.type === 'conversionQuoted') watched.quotes.push(event.quote)
        if (event?.type !== 'converted') continue
        exchanged += 1
        watched.draw(event)
        // what is missing is the spread, which the desk has, and the fee; no more than they are and a unit for rounding
        const lost = before - after
        const valueOf = (currency: number, amount: bigint): bigint =>
          currency === 0 ? amount * 100_000_000n : amount * BigInt(watched.indexes[currency] ?? 0) * 10_000n
        const unit = valueOf(event.target, 1n)
        const given = valueOf(event.source, event.sourceAmount)
        expect(lost >= (given * 1_999n) / 1_000_000n).toBe(true)
        expect(lost <= (given * 2n) / 1_000n + 3n * unit).toBe(true)
      }
      const { sums: all } = sums(watched.fixture.state)
      // the coins were given from the outside world: every realm and currency still sums to zero
      expect(all.every(({ posted, frozen, held }) => posted === 0n && frozen === held)).toBe(true)
      const desk = watched.fixture.state.venue.ledger
      for (const currency of [0, 1, 2])
        expect(desk.posted(houseHolder('demo', 'fees'), 'coin', currency) >= 0n).toBe(true)
    }),
    { numRuns: 150, seed: 20_261_128 },
  )
  expect(exchanged).toBeGreaterThan(5)
})
