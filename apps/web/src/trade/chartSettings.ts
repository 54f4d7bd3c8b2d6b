import { client } from '@truemark/protocol/client'
import { intervals, type Interval } from '@truemark/protocol/routes/market'
import { useStore } from 'zustand'
import { keptStore } from '../data/keptStore.ts'
import { indicatorNames, type IndicatorName } from './indicatorNames.ts'

/** How the reader last looked at a chart; kept on this device. */
export interface ChartSettings {
  readonly interval: Interval
  readonly indicators: readonly IndicatorName[]
}

const first: ChartSettings = { interval: client.intervalDefault, indicators: ['MA', 'VOL'] }

export const chartSettings = keptStore('truemark.chart', readChartSettings)

/** Reads kept settings; what is unknown stands at its default. */
export function readChartSettings(kept: unknown): ChartSettings {
  const fields: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {}
  const chosen = fields['indicators']
  return {
    interval: intervals.find((each) => each === fields['interval']) ?? first.interval,
    indicators: Array.isArray(chosen) ? indicatorNames.filter((name) => chosen.includes(name)) : first.indicators,
  }
}

export function useChartSettings(): ChartSettings {
  return useStore(chartSettings)
}

/** Shows an indicator or takes it away. */
export function toggleIndicator(name: IndicatorName): void {
  const { indicators } = chartSettings.getState()
  const next = indicators.includes(name) ? indicators.filter((each) => each !== name) : [...indicators, name]
  chartSettings.setState({ indicators: next })
}
