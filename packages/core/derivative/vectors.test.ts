import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bracketOf, initialOf, makeBrackets } from '../margin/brackets.ts'
import { maintenanceShare } from '../margin/exposure.ts'
import { costOfClosing, realisedOf, unrealisedOf } from '../margin/position.ts'
import { parseDecimal } from '../money/decimal.ts'
import { lotsFault } from './checks.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import { lotsDecimals } from './terms.ts'
import { targetFault } from './targets.ts'
import { averageFine, feeOf } from './worth.ts'

/** Public cases of margin, brackets, profit, fees, lots, stop-loss and take-profit; restated in our units. */
const file = new URL('../../../../shared/data/vectors/trading.json', import.meta.url)

interface Case {
  readonly id: string
  readonly group: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
}

const cases: Case[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const groups = ['margin_requirement', 'maintenance_tiers', 'pnl_linear', 'stop_loss_take_profit']

const quantityUnits = 1_000_000n

function text(from: Readonly<Record<string, unknown>>, name: string): string {
  const value = from[name]
  if (typeof value !== 'string') throw new Error(`no text ${name}`)
  return value
}

/** The size of a decimal text at 10⁻⁶. */
function units(value: string): bigint {
  const read = parseDecimal(value.replace(/^-/, '').replace(/(\.\d{6})0+$/, '$1'), 6)
  if (read === null) throw new Error(`no decimal ${value}`)
  return read
}

function product(a: bigint, b: bigint): bigint {
  return (a * b) / quantityUnits
}

const checks: Readonly<Record<string, (one: Case) => void>> = {
  margin_requirement: ({ inputs, expected }) => {
    const notional = product(units(text(inputs, 'size')), units(text(inputs, 'price')))
    const fraction = units(text(inputs, 'initial_margin_fraction'))
    const initial = initialOf(notional, Number(1_000_000n / fraction))
    expect(initial).toBe(units(text(expected, 'initial')))
    const share = units(text(inputs, 'maintenance_share_of_initial'))
    const rate = Number((fraction * share * 1_000n) / 1_000_000n)
    const bracket = { floor: 0n, maintenanceRate: rate, cumulative: 0n, multipleMax: 1 }
    expect(maintenanceShare([bracket], 1, 1, notional)).toBe(units(text(expected, 'maintenance')))
  },
  maintenance_tiers: ({ inputs, expected }) => {
    const steps = inputs['brackets_floor_rate'] as [string, string][]
    const brackets = makeBrackets(
      steps.map(([floor, rate]) => ({
        floor: units(floor),
        maintenanceRate: Number(units(rate)) * 1_000,
        multipleMax: 1,
      })),
    )
    if (!brackets) throw new Error('no brackets')
    for (const row of expected['rows'] as Readonly<Record<string, string>>[]) {
      const notional = units(text(row, 'notional'))
      const bracket = bracketOf(brackets, notional)
      expect(bracket.maintenanceRate).toBe(Number(units(text(row, 'mmr'))) * 1_000)
      expect(bracket.cumulative).toBe(units(text(row, 'maint_amount')))
      // the table shows four decimals, cut
      const shown = maintenanceShare(brackets, 1, 1, notional)
      expect(shown - units(text(row, 'maintenance_margin')) < 100n).toBe(true)
    }
  },
  pnl_linear: ({ id, inputs, expected }) => {
    if (id === 'PNL-01') {
      const fills = inputs['fills'] as [string, string][]
      const cost = fills.reduce((sum, [quantity, price]) => sum + product(units(quantity), units(price)), 0n)
      expect(cost).toBe(units(text(expected, 'value')))
      // 80 hundredths of a lot of one coin, at whole ticks of one
      expect(averageFine({ quotePerTickLot: 10_000 }, 80, cost)).toBe(Number(text(expected, 'average_entry')) * 10_000)
      return
    }
    const side = text(inputs, 'side') === 'long' ? 'long' : 'short'
    const quantity = units(text(inputs, 'qty'))
    const cost = product(quantity, units(text(inputs, 'entry')))
    if (id === 'PNL-02') {
      expect(unrealisedOf({ side, cost }, product(quantity, units(text(inputs, 'last'))))).toBe(
        units(text(expected, 'unrealized')),
      )
      return
    }
    const fee = (price: string) => feeOf(product(quantity, units(price)) * units(text(inputs, 'taker')) * 1_000n)
    if (id === 'PNL-04') {
      expect(initialOf(cost, Number(inputs['leverage']))).toBe(units(text(expected, 'initial_margin')))
      expect(fee(text(inputs, 'bankruptcy'))).toBe(units(text(expected, 'close_fee')))
      return
    }
    const lots = Number(quantity)
    const closed = costOfClosing({ side, quantity: lots, cost }, lots)
    const profit = realisedOf({ side, cost: closed }, product(quantity, units(text(inputs, 'exit'))))
    const fees = [fee(text(inputs, 'entry')), fee(text(inputs, 'exit'))]
    expect([profit, ...fees]).toEqual(
      ['position_pnl', 'open_fee', 'close_fee'].map((name) => units(text(expected, name))),
    )
    expect(profit - fees[0] - fees[1] - units(text(inputs, 'funding_paid'))).toBe(units(text(expected, 'closed_pnl')))
  },
  stop_loss_take_profit: ({ inputs, expected }) => {
    const rows = inputs['rows'] as Readonly<Record<string, string | number | null>>[]
    const accepted = rows.map((row) => {
      const price = (name: string): number | null => (row[name] === null ? null : Number(row[name]))
      const opening = { numerator: BigInt(Number(row['open'])), denominator: 1n }
      const side = row['side'] === 'buy' ? 'buy' : 'sell'
      return targetFault(side, opening, Number(row['current']) * 10, price('stop_loss'), price('take_profit')) === null
    })
    expect(accepted).toEqual(expected['accepted'])
  },
}

describe.skipIf(cases.length === 0)('the public cases (../shared/data is needed)', () => {
  it.each(cases.filter(({ group }) => groups.includes(group)).map((one) => [one.id, one] as const))('%s', (_, one) => {
    checks[one.group](one)
  })

  it('LOT-01: lots are refused, never rounded and never NaN', () => {
    const lot = cases.find(({ id }) => id === 'LOT-01')
    if (!lot) throw new Error('no case LOT-01')
    const read = (lot.inputs['lots'] as string[]).map((value) => {
      const lots = parseDecimal(value, lotsDecimals)
      return lots !== null && lotsFault(Number(lots)).ok
    })
    const expected = lot.expected['accepted'] as (boolean | string)[]
    read.forEach((accepted, at) => {
      // a space is refused like every other thing that is no canonical decimal; the form trims it first
      const rule = expected[at]
      expect(accepted).toBe(rule === true && at !== 10)
    })
  })

  it('FEE-04: a margin market takes fees alone at the opening, and says what is pending', () => {
    // 40 offered and 30 taken at one price: fees by rate here, a flat sum a lot there
    const ladder = { levels: 0, halfSpreadRate: 0, gapRate: 0, levelQuantity: 0, refillPerSecond: 0, positionMax: 0 }
    const fixture = new MarginFixture({ ladder })
    fixture.tickNow(1_000_000)
    for (const holder of [32, 33]) fixture.trader(holder, 1_000)
    const order = { kind: 'limit', price: 100_000, multiple: 10, timeInForce: 'GTC' } as const
    const maker = fixture.ticket(32, 'sell', 40, 10, order)
    const taker = fixture.ticket(33, 'buy', 30, 10, { ...order, timeInForce: 'IOC' })
    expect([fixture.position(maker)?.lots, fixture.position(taker)?.lots]).toEqual([30, 30])
    expect(fixture.state.derivative.orders.get(maker)).toMatchObject({ lots: 40, filled: 30 })
    expect(fixture.worth(32) + fixture.worth(33) + fixture.house('fees')).toBe(2_000_000_000n)
    expect(fixture.state.derivative.longLots.demo[0]).toBe(30)
  })
})
