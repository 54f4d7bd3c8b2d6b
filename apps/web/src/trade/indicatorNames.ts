/** The indicators that the chart offers; the first three lie over the candles, the others below them. */
export const indicatorNames = ['MA', 'EMA', 'BOLL', 'VOL', 'MACD', 'RSI'] as const
export type IndicatorName = (typeof indicatorNames)[number]
