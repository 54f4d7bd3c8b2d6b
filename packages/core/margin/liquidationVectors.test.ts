import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseSignedDecimal } from '../money/decimal.ts'
import { isLiquidatable, type Bracket } from './brackets.ts'
import { fundingPayment, fundingRate } from './funding.ts'
import { liquidationPrice, type PriceFraction } from './exposure.ts'
import { bankruptcyQuote, costOfClosing, type PositionSide } from './position.ts'

/** Public suites' and venues' cases. Amounts in 10⁻¹² of a quote unit, quantities in 10⁻⁸ of a base unit. */
const file = new URL('../../../../shared/data/vectors/trading.json', import.meta.url)

interface Case {
  readonly id: string
  readonly group: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
  readonly tolerance?: string
}

/** Cases that state a vendor's other rule, and its name. */
const otherRules = new Map([
  ['LIQ-16', 'Bybit: maintenance on the entry’s notional, not the mark’s'],
  ['LIQ-17', 'Bybit: maintenance on the entry’s notional, not the mark’s'],
  ['LIQ-19', 'Bybit: maintenance on the entry’s notional, not the mark’s'],
  ['LIQ-20', 'Bybit: maintenance on the entry’s notional, not the mark’s'],
  ['LIQ-22', 'Bybit: maintenance on the entry’s notional, not the mark’s'],
  ['BKR-08', 'dYdX: equity is shared by maintenance; here the first position closed answers with all of it'],
  ['BKR-10', 'dYdX: equity is shared by maintenance; here the first position closed answers with all of it'],
  ['FND-15', 'dYdX: towards zero for both signs; here who pays rounds up and who receives rounds down'],
])

const amountScale = 12
const quantityScale = 8

function text(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new Error(`no figure: ${JSON.stringify(value)}`)
}

function amount(value: unknown): bigint {
  const parsed = parseSignedDecimal(text(value), amountScale)
  if (parsed === null) throw new Error(`no amount: ${text(value)}`)
  return parsed
}

function quantity(value: unknown): number {
  const parsed = parseSignedDecimal(text(value), quantityScale)
  if (parsed === null) throw new Error(`no quantity: ${text(value)}`)
  return Number(parsed)
}

function rate(value: unknown): number {
  return Math.round(Number(text(value)) * 1e9)
}

// as a number, for comparing with a published figure within its tolerance
function price(found: PriceFraction | null): number {
  if (!found) return Number.NaN
  return Number((found.numerator * 10n ** 12n) / found.denominator) / 1e12 / 10 ** (amountScale - quantityScale)
}

function sideOf(value: unknown): PositionSide {
  return value === 'long' ? 'long' : 'short'
}

const worth = (units: number, at: bigint): bigint => (BigInt(units) * at) / 10n ** BigInt(quantityScale)

/** The case's scale: some venues add the fee of closing to the rate, some fix maintenance when the position opens. */
function bracketFor({ id, inputs }: Case, cost: bigint): Bracket {
  const mmr = rate(inputs.mmr)
  const atEntry = otherRules.has(id) || id === 'LIQ-23'
  const fixed = (cost * BigInt(mmr)) / 1_000_000_000n
  const fee = inputs.taker_fee ? rate(inputs.taker_fee) : 0
  return {
    floor: 0n,
    maintenanceRate: atEntry ? 0 : mmr + fee,
    cumulative: atEntry ? -fixed : inputs.maint_amount ? amount(inputs.maint_amount) : 0n,
    multipleMax: 125,
  }
}

// the only position of its holder in the symbol, on its own margin or on what its cross account has besides
function alone(side: PositionSide, size: number, cost: bigint, behind: bigint, scale: Bracket): PriceFraction | null {
  return liquidationPrice({ side, quantity: size, cost, whole: size }, behind, [scale])
}

function isolated(one: Case): void {
  const { inputs, expected, tolerance } = one
  const size = quantity(inputs.qty)
  const cost = worth(size, amount(inputs.entry))
  const margin = amount(inputs.margin ?? inputs.isolated_margin)
  const found = price(alone(sideOf(inputs.side), size, cost, margin, bracketFor(one, cost)))
  const published = Number(text(expected.liquidation_price ?? expected.exchange_reported_liquidation_price))
  expect(Math.abs(found - published)).toBeLessThanOrEqual(Number(tolerance))
}

function cross({ inputs, expected, tolerance }: Case): void {
  const scale: Bracket = { floor: 0n, maintenanceRate: rate(inputs.mmr), cumulative: 0n, multipleMax: 125 }
  const wallet = amount(inputs.wallet)
  const found = alone(sideOf(inputs.side), quantity(inputs.qty), amount(inputs.notional), wallet, scale)
  expect(Math.abs(price(found) - Number(text(expected.liquidation_price)))).toBeLessThanOrEqual(Number(tolerance))
}

interface Held {
  readonly market: string
  readonly size: string
  readonly oracle: string
}

// at six decimals, as the suite rounds
function bankruptcy({ inputs, expected }: Case): void {
  if (!inputs.quote_balance) {
    for (const closed of [0, quantity('1.00000001')]) {
      expect(() => costOfClosing({ side: 'long', quantity: quantity('1'), cost: 1n }, closed)).toThrow(RangeError)
    }
    return
  }
  const [held] = inputs.positions as readonly Held[]
  const { delta } = inputs.close as { readonly delta: string }
  const size = quantity(held.size)
  const units = (value: unknown): bigint => amount(value) / 1_000_000n
  const value = worth(Math.abs(size), units(held.oracle))
  const side = size > 0 ? 'long' : 'short'
  const equity = units(inputs.quote_balance) + (size > 0 ? value : -value)
  const closed = Math.abs(quantity(delta))
  const quote = bankruptcyQuote(side, value, Math.abs(size), closed, equity)
  expect(side === 'long' ? quote : -quote).toBe(units(expected.quote_delta_at_bankruptcy))
}

function boundary({ inputs, expected }: Case): void {
  const found = isLiquidatable(BigInt(text(inputs.equity)), BigInt(text(inputs.maintenance_margin)))
  expect(found).toBe(expected.liquidatable)
}

function funding({ id, inputs, expected }: Case): void {
  if (id === 'FND-04') {
    // no mark, as none was sampled: the rate is 0, and what is worth nothing pays nothing
    expect(
      fundingPayment(
        'long',
        0n,
        fundingRate(0, { fundingInterestRate: 100_000, fundingDampRateMax: 500_000, feeRatePerpetualTaker: 500_000 }),
      ),
    ).toBe(0n)
  } else if (id === 'FND-05') {
    const paid = fundingPayment('short', amount(inputs.short_contracts_usd), rate(inputs.hourly_rate))
    expect(paid).toBe(amount(expected.interest_usd))
  } else {
    const value = BigInt(text(inputs.size)) * amount(inputs.mark)
    expect(fundingPayment('short', value, rate(inputs.rate))).toBe(amount(expected.short_receives))
    expect(fundingPayment('long', value, rate(inputs.rate))).toBe(-amount(expected.long_pays))
  }
}

// the suite settles by an index that adds up rates × prices; a position times its change is what ours pays at a stamp
function fundingIndex({ inputs, expected }: Case): void {
  const change = Number(text(inputs.index_now)) - Number(text(inputs.index_at_entry))
  const position = BigInt(text(inputs.position))
  const size = position < 0n ? -position : position
  const paid = fundingPayment(position < 0n ? 'short' : 'long', size * 1_000_000_000n, change)
  expect(paid).toBe(BigInt(text(expected.settlement)))
}

const groups: Readonly<Record<string, (one: Case) => void>> = {
  liquidation_isolated: isolated,
  liquidation_cross: cross,
  bankruptcy_cross: bankruptcy,
  is_liquidatable: boundary,
  funding,
  funding_index: fundingIndex,
}

const cases = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Case[]) : []

describe.skipIf(cases.length === 0)('the public cases (../shared/data is needed)', () => {
  for (const [group, check] of Object.entries(groups)) {
    const own = cases.filter((one) => one.group === group)
    const followed = own.filter(({ id }) => !otherRules.has(id) || group === 'liquidation_isolated')

    it.each(followed.map((one) => [one.id, one] as const))(`${group}: %s`, (_, one) => check(one))

    it(`${group}: at most a third states another rule`, () => {
      const other = own.filter(({ id }) => otherRules.has(id))
      expect(own.length).toBeGreaterThan(0)
      expect(3 * other.length).toBeLessThanOrEqual(own.length)
    })
  }
})
