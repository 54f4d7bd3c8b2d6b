import { registerOverlay, type Chart, type LineAttrs, type TextAttrs } from 'klinecharts'
import type { ChartLine, ChartLineTone } from './chartLine.ts'
import { withAlpha } from './chartLook.ts'
import { plotValue } from './plot.ts'

const overlayName = 'ownLine'
const group = 'ownLines'

interface DrawnLine {
  readonly label: string
  readonly colour: string
  readonly ink: string
}

registerOverlay<DrawnLine>({
  name: overlayName,
  totalStep: 1,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures({ coordinates, bounding, overlay }) {
    const y = coordinates[0]?.y
    if (y === undefined) return []
    const { label, colour, ink } = overlay.extendData
    const line: LineAttrs = {
      coordinates: [
        { x: 0, y },
        { x: bounding.width, y },
      ],
    }
    const text: TextAttrs = { x: 6, y, text: label, baseline: 'middle', align: 'left' }
    const box = { color: ink, backgroundColor: colour, size: 11, family: "'Barlow', system-ui", borderRadius: 4 }
    const padding = { paddingLeft: 5, paddingRight: 5, paddingTop: 3, paddingBottom: 3, borderSize: 0 }
    return [
      { type: 'line', attrs: line, styles: { color: withAlpha(colour, 0.7), dashedValue: [5, 4], style: 'dashed' } },
      { type: 'text', attrs: text, styles: { ...box, ...padding, style: 'fill' } },
    ]
  },
})

const roles: Record<ChartLineTone, readonly [colour: string, ink: string]> = {
  up: ['up', 'on-up-down'],
  down: ['down', 'on-up-down'],
  primary: ['primary', 'on-primary'],
  warning: ['warning', 'on-primary'],
  quiet: ['quiet', 'background'],
}

/** Draws these lines over the candles, and no others. */
export function showLines(chart: Chart, lines: readonly ChartLine[]): void {
  chart.removeOverlay({ groupId: group })
  const styles = getComputedStyle(document.documentElement)
  const role = (name: string) => styles.getPropertyValue(`--${name}`).trim()
  for (const line of lines) {
    const [colour, ink] = roles[line.tone]
    const extendData: DrawnLine = { label: line.label, colour: role(colour), ink: role(ink) }
    chart.createOverlay({
      name: overlayName,
      groupId: group,
      id: `line-${line.id}`,
      lock: true,
      points: [{ value: plotValue(line.price) }],
      extendData,
    })
  }
}
