import { parseDecimal } from '@truemark/core/money/decimal'
import type { Interval, Kline } from '@truemark/protocol/routes/market'
import type { KLineData, Period } from 'klinecharts'

const minuteMs = 60_000

/** What the chart calls an interval, and how long one of its candles is, in milliseconds. */
export const periods: Readonly<Record<Interval, { readonly period: Period; readonly lengthMs: number }>> = {
  '1m': { period: { type: 'minute', span: 1 }, lengthMs: minuteMs },
  '5m': { period: { type: 'minute', span: 5 }, lengthMs: 5 * minuteMs },
  '15m': { period: { type: 'minute', span: 15 }, lengthMs: 15 * minuteMs },
  '30m': { period: { type: 'minute', span: 30 }, lengthMs: 30 * minuteMs },
  '1h': { period: { type: 'hour', span: 1 }, lengthMs: 60 * minuteMs },
  '4h': { period: { type: 'hour', span: 4 }, lengthMs: 240 * minuteMs },
  '1D': { period: { type: 'day', span: 1 }, lengthMs: 1_440 * minuteMs },
  '1W': { period: { type: 'week', span: 1 }, lengthMs: 10_080 * minuteMs },
}

const plotScale = 12

/** A decimal text as a number to draw with: it becomes pixels and never an amount. */
export function plotValue(text: string): number {
  return Number(parseDecimal(text, plotScale) ?? 0n) / 10 ** plotScale
}

/** A candle as the chart draws it. */
export function plotCandle(candle: Kline): KLineData {
  return {
    timestamp: candle.time,
    open: plotValue(candle.open),
    high: plotValue(candle.high),
    low: plotValue(candle.low),
    close: plotValue(candle.close),
    volume: plotValue(candle.volume),
    turnover: plotValue(candle.turnover),
  }
}
