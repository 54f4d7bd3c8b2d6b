import type { Chart, IndicatorCreate } from 'klinecharts'
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

// Three averages tell what four do, and volume needs none: less ink, the same message.
const parameters: Partial<Record<IndicatorName, readonly number[]>> = { MA: [7, 25, 99], EMA: [7, 25, 99], VOL: [] }

function add(chart: Chart, name: IndicatorName) {
  const calcParams = parameters[name]
  const made: IndicatorCreate = { name, ...(calcParams === undefined ? {} : { calcParams: [...calcParams] }) }
  if (name === 'VOL') made.createTooltipDataSource = () => ({ name: '', calcParamsText: '', features: [], legends: [] })
  if (overCandles.has(name)) return void chart.createIndicator({ ...made, paneId: candlePane }, true)
  const paneId = `pane_${name}`
  chart.createIndicator({ ...made, paneId })
  chart.setPaneOptions({ id: paneId, height: 72, minHeight: 48 })
}
