import type { Chart, OverlayCreate, OverlayEvent, Point } from 'klinecharts'
import { pointsOf, type Drawing, type DrawingTool, type DrawnPoint } from './drawings.ts'

const overlays: Readonly<Record<DrawingTool, string>> = {
  trend: 'segment',
  horizontal: 'horizontalStraightLine',
  ray: 'rayLine',
  fibonacci: 'fibonacciLine',
  rectangle: 'ownRectangle',
}
const groupId = 'drawings'
const candlePane = 'candle_pane'

/** Who hears of what happens to drawings on the chart. */
export interface DrawingEvents {
  /** One was finished, or moved. */
  readonly onKeep: (drawing: Drawing) => void
  /** One ended without all of its points. */
  readonly onLost: () => void
  readonly onSelect: (id: string | null) => void
}

/** Shows exactly these drawings; they can be moved and chosen only while `isOpen`. One that is being drawn stays. */
export function showDrawings(chart: Chart, list: readonly Drawing[], isOpen: boolean, events: DrawingEvents): void {
  const wanted = new Set(list.map(({ id }) => id))
  const shown = new Set<string>()
  for (const { id, currentStep } of chart.getOverlays({ groupId })) {
    // a finished one has no step left to take
    if (!wanted.has(id) && currentStep === finished) chart.removeOverlay({ id })
    else shown.add(id)
  }
  for (const { id, tool, points } of list) {
    if (shown.has(id)) chart.overrideOverlay({ id, lock: !isOpen, points: points.map((point) => ({ ...point })) })
    else
      chart.createOverlay({
        ...overlayOf(id, tool, events),
        lock: !isOpen,
        points: points.map((point) => ({ ...point })),
      })
  }
}

const finished = -1

/** Takes all drawings off the chart; they stay kept. */
export function hideDrawings(chart: Chart): void {
  chart.removeOverlay({ groupId })
}

/** Begins a drawing, whose points the reader then sets on the chart. */
export function beginDrawing(chart: Chart, id: string, tool: DrawingTool, events: DrawingEvents): void {
  chart.createOverlay(overlayOf(id, tool, events))
}

/** Ends a drawing that was begun and not finished. */
export function leaveDrawing(chart: Chart, id: string): void {
  chart.removeOverlay({ id })
}

/** A drawing in the midst of what is in sight, for whoever has no pointer to set its points with; null before there are candles. */
export function placedDrawing(chart: Chart, id: string, tool: DrawingTool): Drawing | null {
  const { from, to } = chart.getVisibleRange()
  const seen = chart.getDataList().slice(Math.max(0, from), to)
  const [first, last] = [seen[Math.floor(seen.length / 4)], seen.at(-1)]
  if (first === undefined || last === undefined) return null
  const low = { timestamp: first.timestamp, value: Math.min(...seen.map((candle) => candle.low)) }
  const high = { timestamp: last.timestamp, value: Math.max(...seen.map((candle) => candle.high)) }
  const points = pointsOf[tool] === 1 ? [{ timestamp: last.timestamp, value: last.close }] : [low, high]
  return { id, tool, points }
}

function overlayOf(id: string, tool: DrawingTool, events: DrawingEvents): OverlayCreate {
  const keep = ({ chart, overlay }: OverlayEvent<unknown>) => {
    const points = pointsNow(chart, overlay.points)
    if (points.length === pointsOf[tool] && overlay.paneId === candlePane) return events.onKeep({ id, tool, points })
    // a double press ended it too early, or it stands over an indicator, whose figures are no prices
    chart.removeOverlay({ id })
    events.onLost()
  }
  return {
    name: overlays[tool],
    id,
    groupId,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    onDrawEnd: keep,
    onPressedMoveEnd: keep,
    onSelected: () => events.onSelect(id),
    onDeselected: () => events.onSelect(null),
    // where nothing hears of it, the library takes away what a right click hits
    onRightClick: (event) => event.preventDefault?.(),
  }
}

/** Points with their moments: right of the last candle there is none yet, and the place says it. */
function pointsNow(chart: Chart, points: readonly Partial<Point>[]): DrawnPoint[] {
  return points.flatMap(({ timestamp, dataIndex, value }) => {
    const moment = timestamp ?? (dataIndex === undefined ? undefined : momentAt(chart, dataIndex))
    return moment === undefined || value === undefined ? [] : [{ timestamp: moment, value }]
  })
}

function momentAt(chart: Chart, dataIndex: number): number | undefined {
  const list = chart.getDataList()
  const [before, last] = [list.at(-2), list.at(-1)]
  if (last === undefined || before === undefined) return undefined
  return last.timestamp + (dataIndex - list.length + 1) * (last.timestamp - before.timestamp)
}
