import { registerOverlay, type Chart, type LineAttrs, type TextAttrs } from 'klinecharts'
import type { ChartLine, ChartLineTone } from './chartLine.ts'
import { withAlpha } from './chartLook.ts'
import { plotValue } from './plot.ts'

const overlayName = 'ownLine'
const group = 'ownLines'

interface DrawnLine {
  /** Null where its label is a grip over the chart and not a part of it. */
  readonly label: string | null
  /** Hears at each drawing where the line stands in a pane of this height, in pixels from its top. */
  readonly onPlace: (y: number, height: number) => void
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
    const { label, onPlace, colour, ink } = overlay.extendData
    onPlace(y, bounding.height)
    const line: LineAttrs = {
      coordinates: [
        { x: 0, y },
        { x: bounding.width, y },
      ],
    }
    const styles = { color: withAlpha(colour, 0.7), dashedValue: [5, 4], style: 'dashed' }
    if (label === null) return [{ type: 'line', attrs: line, styles }]
    const text: TextAttrs = { x: 6, y, text: label, baseline: 'middle', align: 'left' }
    const box = { color: ink, backgroundColor: colour, size: 11, family: "'Barlow', system-ui", borderRadius: 4 }
    const padding = { paddingLeft: 5, paddingRight: 5, paddingTop: 3, paddingBottom: 3, borderSize: 0 }
    return [
      { type: 'line', attrs: line, styles },
      { type: 'text', attrs: text, styles: { ...box, ...padding, style: 'fill' } },
    ]
  },
})

/** What the library has not: two corners and what lies between them. */
registerOverlay({
  name: 'ownRectangle',
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
  createPointFigures({ coordinates: [from, to] }) {
    if (from === undefined || to === undefined) return []
    const corner = { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y) }
    const size = { width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) }
    return [{ type: 'rect', attrs: { ...corner, ...size }, styles: { style: 'stroke_fill' } }]
  },
})

const roles: Record<ChartLineTone, readonly [colour: string, ink: string]> = {
  up: ['up', 'on-up-down'],
  down: ['down', 'on-up-down'],
  primary: ['primary', 'on-primary'],
  warning: ['warning', 'on-primary'],
  quiet: ['quiet', 'background'],
}

const nobody = () => undefined

/** Draws these lines over the candles, and no others; `onPlace` hears where those stand that can be moved. */
export function showLines(
  chart: Chart,
  lines: readonly ChartLine[],
  onPlace: (id: string, y: number, height: number) => void,
): void {
  chart.removeOverlay({ groupId: group })
  const styles = getComputedStyle(document.documentElement)
  const role = (name: string) => styles.getPropertyValue(`--${name}`).trim()
  for (const line of lines) {
    const [colour, ink] = roles[line.tone]
    const extendData: DrawnLine = {
      label: line.moves ? null : line.label,
      onPlace: line.moves ? (y, height) => onPlace(line.id, y, height) : nobody,
      colour: role(colour),
      ink: role(ink),
    }
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
