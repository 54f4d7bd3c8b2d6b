import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'

/** One figure of terms as everyone reads it. */
export interface TermFigure {
  readonly name: string
  /** `rate`, `ms`, `time` (UTC ms), `days`, `lots`, a currency's code, or nothing. */
  readonly unit: string
  readonly text: string
}

/** A currency as its amounts are written. */
export interface Coin {
  readonly code: string
  readonly scale: number
}

/** What a market's prices and amounts are written by. */
export interface Market {
  readonly code: string
  readonly base: Coin
  readonly quote: Coin
  readonly priceDecimals: number
}

/** A word or a bare number. */
export const plain = (name: string, value: string | number): TermFigure => ({ name, unit: '', text: String(value) })
/** A rate, a part of one. */
export const rate = (name: string, value: number): TermFigure => ({
  name,
  unit: 'rate',
  text: formatDecimal(value, rateScale),
})
/** A moment, UTC milliseconds. */
export const time = (name: string, value: number): TermFigure => ({ name, unit: 'time', text: String(value) })
/** A number of days. */
export const days = (name: string, value: number): TermFigure => ({ name, unit: 'days', text: String(value) })
/** Whether something is on. */
export const isOn = (name: string, on: boolean): TermFigure => ({ name, unit: '', text: on ? 'on' : 'off' })
/** An amount, in smallest units of its currency. */
export const amount = (name: string, value: number | bigint, { code, scale }: Coin): TermFigure => ({
  name,
  unit: code,
  text: formatDecimal(value, scale),
})
