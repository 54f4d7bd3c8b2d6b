import { describe, expect, it } from 'vitest'
import { bracketOf, initialOf, makeBrackets } from '../margin/brackets.ts'
import { maintenanceShare } from '../margin/exposure.ts'
import { costOfClosing, realisedOf, unrealisedOf } from '../margin/position.ts'
import { parseDecimal } from '../money/decimal.ts'
import { lotsFault } from './checks.ts'
import { MarginFixture } from '../testing/marginFixture.ts'
import { casesOf, readsAll, wordOf, type Fields, type PublicCase } from '../testing/publicCases.ts'
import { lotsDecimals } from './terms.ts'
import { targetFault } from './targets.ts'
import { averageFine, feeOf } from './worth.ts'

/** Public cases of margin, brackets, profit, lots, stop-loss and take-profit; restated in our units. */
type Case = Pick<PublicCase, 'inputs' | 'expected'>

const quantityUnits = 1_000_000n

function text(from: Fields, name: string): string {
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

const sideOf = (inputs: Fields) => wordOf(inputs['side'], ['long', 'short'])

const costOf = (inputs: Fields): bigint => product(units(text(inputs, 'qty')), units(text(inputs, 'entry')))

const feeAt = (inputs: Fields, price: string): bigint =>
  feeOf(product(units(text(inputs, 'qty')), units(text(inputs, price))) * units(text(inputs, 'taker')) * 1_000n)

/** A figure that may be negative, at 10⁻⁶. */
function signed(value: string): bigint {
  return value.startsWith('-') ? -units(value) : units(value)
}

function averageEntry({ inputs, expected }: Case): void {
  readsAll(inputs, ['fills'])
  const fills = inputs['fills'] as [string, string][]
  const cost = fills.reduce((sum, [quantity, price]) => sum + product(units(quantity), units(price)), 0n)
  const quantity = fills.reduce((sum, [one]) => sum + units(one), 0n)
  expect(cost).toBe(units(text(expected, 'value')))
  expect(quantity).toBe(units(text(expected, 'qty')))
  // in hundredths of a lot of one coin, at whole ticks of one
  const average = averageFine({ quotePerTickLot: 10_000 }, Number(quantity / 10_000n), cost)
  expect(average).toBe(Number(text(expected, 'average_entry')) * 10_000)
}

function unrealised({ inputs, expected }: Case): void {
  readsAll(inputs, ['side', 'qty', 'entry', 'last'])
  readsAll(expected, ['unrealized'])
  const value = product(units(text(inputs, 'qty')), units(text(inputs, 'last')))
  expect(unrealisedOf({ side: sideOf(inputs), cost: costOf(inputs) }, value)).toBe(signed(text(expected, 'unrealized')))
}

// the return on the margin is a figure of the vendor's page
function closeAtBankruptcy({ inputs, expected }: Case): void {
  readsAll(inputs, ['side', 'qty', 'entry', 'leverage', 'unrealized', 'bankruptcy', 'taker'])
  readsAll(expected, ['initial_margin', 'close_fee', 'roi_percent', 'roi_without_fee_percent'])
  expect(initialOf(costOf(inputs), Number(inputs['leverage']))).toBe(units(text(expected, 'initial_margin')))
  expect(feeAt(inputs, 'bankruptcy')).toBe(units(text(expected, 'close_fee')))
}

function closed({ inputs, expected }: Case): void {
  readsAll(inputs, ['side', 'qty', 'entry', 'exit', 'taker', 'funding_paid'])
  readsAll(expected, ['position_pnl', 'open_fee', 'close_fee', 'closed_pnl'])
  const [quantity, cost, side] = [units(text(inputs, 'qty')), costOf(inputs), sideOf(inputs)]
  const whole = costOfClosing({ side, quantity: Number(quantity), cost }, Number(quantity))
  const profit = realisedOf({ side, cost: whole }, product(quantity, units(text(inputs, 'exit'))))
  const fees = [feeAt(inputs, 'entry'), feeAt(inputs, 'exit')]
  expect([profit, ...fees]).toEqual(
    ['position_pnl', 'open_fee', 'close_fee'].map((name) => signed(text(expected, name))),
  )
  expect(profit - fees[0] - fees[1] - signed(text(inputs, 'funding_paid'))).toBe(signed(text(expected, 'closed_pnl')))
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
  pnl_linear: (one) => {
    const { fills, last, bankruptcy } = one.inputs
    if (fills !== undefined) averageEntry(one)
    else if (last !== undefined) unrealised(one)
    else if (bankruptcy !== undefined) closeAtBankruptcy(one)
    else closed(one)
  },
  stop_loss_take_profit: ({ inputs, expected }) => {
    const rows = inputs['rows'] as Readonly<Record<string, string | number | null>>[]
    const accepted = rows.map((row) => {
      const price = (name: string): number | null => (row[name] === null ? null : Number(row[name]))
      const opening = { numerator: BigInt(Number(row['open'])), denominator: 1n }
      readsAll(row, ['side', 'open', 'current', 'stop_loss', 'take_profit'])
      const side = wordOf(row['side'], ['buy', 'sell'])
      return targetFault(side, opening, Number(row['current']) * 10, price('stop_loss'), price('take_profit')) === null
    })
    expect(accepted).toEqual(expected['accepted'])
  },
}

const found = casesOf(...Object.keys(checks))
const lots = casesOf('order_validation').filter(([, { inputs }]) => inputs['lots'] !== undefined)

describe.skipIf(found.length === 0)('the public cases (../shared/data is needed)', () => {
  it.each(found)('%s', (_, one) => checks[one.group](one))

  it.each(lots)('%s: lots are refused, never rounded and never NaN', (_, { inputs, expected }) => {
    // the form trims; whatever the source leaves to the exchange is refused here
    const accepted = (inputs['lots'] as string[]).map((value) => {
      const read = parseDecimal(value.trim(), lotsDecimals)
      return read !== null && lotsFault(Number(read)).ok
    })
    expect(accepted).toEqual((expected['accepted'] as unknown[]).map((rule) => rule === true))
  })
})

describe('fees of a margin market', () => {
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
