import type { Chart } from 'klinecharts'
import { indicatorNames, type IndicatorName } from './indicatorNames.ts'

const overCandles: ReadonlySet<IndicatorName> = new Set(['MA', 'EMA', 'BOLL'])
const candlePane = 'candle_pane'

/** Shows these indicators on the chart and no others. */
export function showIndicators(chart: Chart, wanted: readonly IndicatorName[]): void {
  for (const name of indicatorNames) {
    const shown = chart.getIndicators({ name }).length > 0
    if (shown && !wanted.includes(name)) chart.removeIndicator({ name })
    if (!shown && wanted.includes(name)) add(chart, name)
  }
}

function add(chart: Chart, name: IndicatorName) {
  if (overCandles.has(name)) return void chart.createIndicator({ name, paneId: candlePane }, true)
  const paneId = `pane_${name}`
  chart.createIndicator({ name, paneId })
  chart.setPaneOptions({ id: paneId, height: 72, minHeight: 48 })
}
