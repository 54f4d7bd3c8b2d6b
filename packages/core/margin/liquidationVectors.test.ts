import { describe, expect, it } from 'vitest'
import { parseSignedDecimal } from '../money/decimal.ts'
import { casesOf, figureOf, readsAll, wordOf, type PublicCase } from '../testing/publicCases.ts'
import { isLiquidatable, type Bracket } from './brackets.ts'
import { fundingPayment, fundingRate } from './funding.ts'
import { liquidationPrice, type PriceFraction } from './exposure.ts'
import { bankruptcyQuote, costOfClosing, type PositionSide } from './position.ts'

/** Public suites' and venues' cases. Amounts in 10⁻¹² of a quote unit, quantities in 10⁻⁸ of a base unit. */
type Case = PublicCase

/** The rules of others by which a case may be stated, told by the case's shape; null where it is ours. */
function otherRuleOf({ inputs }: Case): string | null {
  if (inputs.rate_ppm_8h !== undefined) {
    return 'dYdX: towards zero for both signs; here who pays rounds up and who receives rounds down'
  }
  if (Array.isArray(inputs.positions) && inputs.positions.length > 1) {
    return 'dYdX: equity is shared by maintenance; here the first position closed answers with all of it'
  }
  return null
}

/** Bybit and the venue of a reported figure: maintenance on the entry's notional, not the mark's. */
const atEntryOf = ({ inputs }: Case): boolean =>
  inputs.isolated_margin !== undefined || wordOf(inputs.venue_formula, ['binance', 'gate/okx', 'bybit']) === 'bybit'

const amountScale = 12
const quantityScale = 8

function amount(value: unknown): bigint {
  const parsed = parseSignedDecimal(figureOf(value), amountScale)
  if (parsed === null) throw new Error(`no amount: ${figureOf(value)}`)
  return parsed
}

function quantity(value: unknown): number {
  const parsed = parseSignedDecimal(figureOf(value), quantityScale)
  if (parsed === null) throw new Error(`no quantity: ${figureOf(value)}`)
  return Number(parsed)
}

function rate(value: unknown): number {
  return Math.round(Number(figureOf(value)) * 1e9)
}

// as a number, for comparing with a published figure within its tolerance
function price(found: PriceFraction | null): number {
  if (!found) return Number.NaN
  return Number((found.numerator * 10n ** 12n) / found.denominator) / 1e12 / 10 ** (amountScale - quantityScale)
}

function sideOf(value: unknown): PositionSide {
  return wordOf(value, ['long', 'short'])
}

const worth = (units: number, at: bigint): bigint => (BigInt(units) * at) / 10n ** BigInt(quantityScale)

/** The case's scale: some venues add the fee of closing to the rate, some fix maintenance when the position opens. */
function bracketFor(one: Case, cost: bigint): Bracket {
  const { inputs } = one
  const mmr = rate(inputs.mmr)
  const atEntry = atEntryOf(one)
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
  const { inputs, expected, tolerance = '0' } = one
  readsAll(inputs, [
    'venue_formula',
    'side',
    'leverage',
    'entry',
    'qty',
    'margin',
    'isolated_margin',
    'mmr',
    'maint_amount',
    'taker_fee',
    'symbol',
    'mark',
  ])
  const size = quantity(inputs.qty)
  const cost = worth(size, amount(inputs.entry))
  const margin = amount(inputs.margin ?? inputs.isolated_margin)
  const found = price(alone(sideOf(inputs.side), size, cost, margin, bracketFor(one, cost)))
  const published = Number(figureOf(expected.liquidation_price ?? expected.exchange_reported_liquidation_price))
  expect(Math.abs(found - published)).toBeLessThanOrEqual(Number(tolerance))
}

function cross({ inputs, expected, tolerance = '0' }: Case): void {
  readsAll(inputs, ['wallet', 'side', 'notional', 'entry', 'qty', 'leverage', 'mmr'])
  const scale: Bracket = { floor: 0n, maintenanceRate: rate(inputs.mmr), cumulative: 0n, multipleMax: 125 }
  const wallet = amount(inputs.wallet)
  const found = alone(sideOf(inputs.side), quantity(inputs.qty), amount(inputs.notional), wallet, scale)
  expect(Math.abs(price(found) - Number(figureOf(expected.liquidation_price)))).toBeLessThanOrEqual(Number(tolerance))
}

interface Held {
  readonly market: string
  readonly size: string
  readonly oracle: string
}

// at six decimals, as the suite rounds
function bankruptcy({ inputs, expected }: Case): void {
  if (inputs.close_deltas !== undefined) {
    for (const closed of [0, quantity('1.00000001')]) {
      expect(() => costOfClosing({ side: 'long', quantity: quantity('1'), cost: 1n }, closed)).toThrow(RangeError)
    }
    return
  }
  readsAll(inputs, ['quote_balance', 'positions', 'close'])
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
  readsAll(inputs, ['equity', 'maintenance_margin'])
  const found = isLiquidatable(amount(inputs.equity), amount(inputs.maintenance_margin))
  expect(found).toBe(expected.liquidatable)
}

// no mark, as none was sampled: the rate is 0, and what is worth nothing pays nothing
function unmarked({ expected }: Case): void {
  const terms = { fundingInterestRate: 100_000, fundingDampRateMax: 500_000, feeRatePerpetualTaker: 500_000 }
  expect(fundingPayment('long', 0n, fundingRate(0, terms))).toBe(amount(expected.payment))
}

// a contract of one USD: its interest in USD is ours
function hourly({ inputs, expected }: Case): void {
  readsAll(inputs, ['short_contracts_usd', 'hourly_rate', 'index'])
  const paid = fundingPayment('short', amount(inputs.short_contracts_usd), rate(inputs.hourly_rate))
  expect(paid).toBe(amount(expected.interest_usd))
}

function funding(one: Case): void {
  const { inputs, expected } = one
  if (inputs.mark === null) return unmarked(one)
  if (inputs.hourly_rate !== undefined) return hourly(one)
  readsAll(inputs, ['side', 'size', 'rate', 'mark'])
  const value = worth(quantity(inputs.size), amount(inputs.mark))
  const found = { long: fundingPayment('long', value, rate(inputs.rate)), short: 0n }
  found.short = fundingPayment('short', value, rate(inputs.rate))
  const stated = Object.entries(expected).map(([name, figure]) => {
    const [side, does] = name.split('_')
    return [sideOf(side), amount(figure) * (wordOf(does, ['pays', 'receives']) === 'pays' ? -1n : 1n)] as const
  })
  expect(stated.length).toBeGreaterThan(0)
  for (const [side, figure] of stated) expect(found[side]).toBe(figure)
}

// the suite settles by an index that adds up rates × prices; a position times its change is what ours pays at a stamp
function fundingIndex({ inputs, expected }: Case): void {
  readsAll(inputs, ['index_at_entry', 'index_now', 'position'])
  const change = Number(figureOf(inputs.index_now)) - Number(figureOf(inputs.index_at_entry))
  const position = BigInt(figureOf(inputs.position))
  const size = position < 0n ? -position : position
  const paid = fundingPayment(position < 0n ? 'short' : 'long', size * 1_000_000_000n, change)
  expect(paid).toBe(BigInt(figureOf(expected.settlement)))
}

const groups: Readonly<Record<string, (one: Case) => void>> = {
  liquidation_isolated: isolated,
  liquidation_cross: cross,
  bankruptcy_cross: bankruptcy,
  is_liquidatable: boundary,
  funding,
  funding_index: fundingIndex,
}

describe.skipIf(casesOf(...Object.keys(groups)).length === 0)('the public cases (../shared/data is needed)', () => {
  for (const [group, check] of Object.entries(groups)) {
    const own = casesOf(group).filter(([, one]) => otherRuleOf(one) === null)
    it.each(own)(`${group}: %s`, (_, one) => check(one))
  }
})
