import type { LadderTerms, ListingTerms } from '@truemark/core/book/listing'
import type { ConversionTerms } from '@truemark/core/convert/terms'
import type { Charges } from '@truemark/core/derivative/charges'
import { type DerivativeTerms, lotsDecimals } from '@truemark/core/derivative/terms'
import type { BracketTerms } from '@truemark/core/margin/brackets'
import { formatDecimal } from '@truemark/core/money/decimal'
import type { OptionTerms } from '@truemark/core/option/terms'
import { type WalletTerms, boundedTerms, levels, unlimited } from '@truemark/core/wallet/terms'
import { type Coin, type Market, type TermFigure, amount, isOn, plain, rate, time } from '../platform/termFigure.ts'

/** What people read where there is no limit. */
const noLimit = '∞'

const lots = (name: string, value: number): TermFigure => ({
  name,
  unit: 'lots',
  text: formatDecimal(value, lotsDecimals),
})

function ladderFigures(ladder: LadderTerms, quantity: (name: string, value: number) => TermFigure): TermFigure[] {
  return [
    plain('ladder_levels', ladder.levels),
    rate('half_spread_rate', ladder.halfSpreadRate),
    rate('gap_rate', ladder.gapRate),
    quantity('level_quantity', ladder.levelQuantity),
    quantity('refill_per_second', ladder.refillPerSecond),
    quantity('position_max', ladder.positionMax),
  ]
}

function clockText(minute: number): string {
  const part = (value: number): string => String(value).padStart(2, '0')
  return `${part(Math.floor(minute / 60))}:${part(minute % 60)}`
}

/** The terms of a market, halts among them. */
export function marketFigures(terms: ListingTerms, { base, quote }: Market): TermFigure[] {
  const quantity = (name: string, value: number): TermFigure => ({
    name,
    unit: base.code,
    text: formatDecimal(value, terms.quantityDecimals),
  })
  const sessions = terms.sessions.map(
    ({ weekday, fromMinute, toMinute }) => `${weekday} ${clockText(fromMinute)}–${clockText(toMinute)}`,
  )
  return [
    plain('halt', terms.halt),
    plain('halt_reason', terms.haltReason),
    isOn('spot', terms.spot),
    rate('fee_rate_maker', terms.feeRateMaker),
    rate('fee_rate_taker', terms.feeRateTaker),
    amount('amount_min', terms.notionalMinExclusive, quote),
    { name: 'price_max', unit: quote.code, text: formatDecimal(terms.priceMax, terms.priceDecimals) },
    quantity('quantity_max', terms.quantityMax),
    rate('collar_rate', terms.collarRate),
    ...ladderFigures(terms.ladder, quantity),
    plain('sessions', sessions.join(', ')),
  ].filter(({ text }) => text !== '')
}

/** Maintenance by brackets: each with the amount above which it holds. */
export function bracketFigures(brackets: readonly BracketTerms[], usdt: Coin): TermFigure[] {
  return brackets.flatMap(({ floor, maintenanceRate, multipleMax }) => {
    const from = formatDecimal(floor, usdt.scale)
    return [rate(`bracket_rate ${from}`, maintenanceRate), plain(`bracket_multiple ${from}`, multipleMax)]
  })
}

function feeFigures(terms: Charges): TermFigure[] {
  return [
    rate('contract_fee_rate', terms.feeRateContract),
    rate('perpetual_fee_rate_maker', terms.feeRatePerpetualMaker),
    rate('perpetual_fee_rate_taker', terms.feeRatePerpetualTaker),
  ]
}

function fundingFigures(terms: Charges, usdt: Coin): TermFigure[] {
  return [
    rate('funding_interest_rate', terms.fundingInterestRate),
    rate('funding_clamp_rate', terms.fundingDampRateMax),
    amount('funding_impact_amount', terms.fundingImpactNotional, usdt),
  ]
}

/** Fees and funding of a market's contracts and perpetuals. */
export function chargeFigures(terms: Charges, usdt: Coin): TermFigure[] {
  return [...feeFigures(terms), ...fundingFigures(terms, usdt)]
}

/** The terms of a market's contracts and perpetuals. */
export function leverageFigures(terms: DerivativeTerms, { base }: Market, usdt: Coin): TermFigure[] {
  return [
    isOn('contract', terms.contractOn),
    isOn('perpetual', terms.perpetualOn),
    amount('contract_size', terms.contractSize, base),
    plain('multiples', terms.multiples.join(', ')),
    ...bracketFigures(terms.brackets, usdt),
    ...feeFigures(terms),
    rate('limit_rate', terms.limitRateMax),
    ...fundingFigures(terms, usdt),
    amount('open_interest_user_max', terms.openInterestUserMax, usdt),
    amount('open_interest_max', terms.openInterestMax, usdt),
    amount('insurance_floor', terms.insuranceFloor, usdt),
    amount('house_debt_max', terms.houseDebtMax, usdt),
    ...ladderFigures(terms.ladder, lots),
  ]
}

/** Brackets that were announced for all that is open, and when they come into force. */
export function measureFigures(brackets: readonly BracketTerms[], effectiveAt: number, usdt: Coin): TermFigure[] {
  return [time('effective_time', effectiveAt), ...bracketFigures(brackets, usdt)]
}

/** The terms of a market's options. */
export function optionFigures(terms: OptionTerms, usdt: Coin): TermFigure[] {
  return [
    isOn('option', terms.on),
    ...terms.durations.map((one) => rate(`payout ${one.seconds}`, one.rate)),
    amount('stake_min', terms.stakeMin, usdt),
    amount('stake_max', terms.stakeMax, usdt),
    amount('exposure_max', terms.exposureMax, usdt),
    amount('pool_debt_max', terms.poolDebtMax, usdt),
    plain('tie_rule', terms.tie),
  ]
}

/** The terms of deposits and withdrawals, as the engine reads them: within its bounds. */
export function walletFigures(told: WalletTerms, usdt: Coin): TermFigure[] {
  const terms = boundedTerms(told)
  const limit = (name: string, value: bigint): TermFigure =>
    value === unlimited ? { name, unit: usdt.code, text: noLimit } : amount(name, value, usdt)
  return [
    rate('withdrawal_fee_rate', terms.feeRate),
    amount('withdrawal_fee_min', terms.feeMin, usdt),
    amount('deposit_min', terms.depositMin, usdt),
    amount('withdrawal_min', terms.withdrawalMin, usdt),
    ...levels.map((level) => limit(`deposit_day_max ${level}`, terms.depositDayMax[level])),
    ...levels.map((level) => limit(`withdrawal_day_max ${level}`, terms.withdrawalDayMax[level])),
    amount('four_eyes_min', terms.fourEyesMin, usdt),
    { name: 'review', unit: 'ms', text: String(terms.reviewMs) },
  ]
}

/** The terms of exchanging one currency for another. */
export function exchangeFigures(terms: ConversionTerms, usdt: Coin): TermFigure[] {
  return [
    rate('exchange_fee_rate', terms.feeRate),
    rate('exchange_spread_rate', terms.spreadRate),
    amount('exchange_max', terms.worthMax, usdt),
    amount('desk_debt_max', terms.debtMax, usdt),
    amount('desk_stock_max', terms.stockMax, usdt),
    amount('desk_refill_per_second', terms.refillPerSecond, usdt),
  ]
}

/** By how much the pool of a currency may fall below nothing by new promises. */
export function poolFigures(debtMax: bigint, coin: Coin): TermFigure[] {
  return [amount('debt_max', debtMax, coin)]
}
