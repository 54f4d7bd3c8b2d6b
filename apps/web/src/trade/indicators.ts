import type { Chart, IndicatorCreate } from 'klinecharts'
import { indicatorNames, type IndicatorName } from './indicatorNames.ts'

const overCandles: ReadonlySet<IndicatorName> = new Set(['MA', 'EMA', 'BOLL'])
const candlePane = 'candle_pane'
// In pixels: a line of the legend, and the mark of the highest price; neither is to stand on a candle. The library adds
// them to the pane's height before it shares it out, so they are more than they come to.
const legendLine = 24
const markRoom = 30

/** Shows these indicators on the chart and no others; `candleLegend` is whether the candle's own figures stand above them. */
export function showIndicators(chart: Chart, wanted: readonly IndicatorName[], candleLegend: boolean): void {
  for (const name of indicatorNames) {
    const shown = chart.getIndicators({ name }).length > 0
    if (shown && !wanted.includes(name)) chart.removeIndicator({ name })
    if (!shown && wanted.includes(name)) add(chart, name)
  }
  const lines = (candleLegend ? 1 : 0) + wanted.filter((name) => overCandles.has(name)).length
  chart.overrideYAxis({ paneId: candlePane, gap: { top: lines * legendLine + markRoom, bottom: 0.08 } })
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
  chart.setPaneOptions({ id: paneId, height: name === 'VOL' ? 56 : 72, minHeight: 48 })
}
