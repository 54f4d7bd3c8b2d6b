import type { SpotOrder } from '@truemark/protocol/routes/spot'
import { registerOverlay, type Chart, type LineAttrs, type TextAttrs } from 'klinecharts'
import { withAlpha } from './chartLook.ts'
import { plotValue } from './plot.ts'

const overlayName = 'ownOrder'
const group = 'ownOrders'

interface OrderLine {
  readonly label: string
  readonly colour: string
  readonly ink: string
}

registerOverlay<OrderLine>({
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

/** Draws a line at the limit of each of these orders, and no others. */
export function showOrderLines(chart: Chart, orders: readonly SpotOrder[], nameOf: (order: SpotOrder) => string): void {
  chart.removeOverlay({ groupId: group })
  const styles = getComputedStyle(document.documentElement)
  const role = (name: string) => styles.getPropertyValue(`--${name}`).trim()
  for (const order of orders) {
    if (order.price === null) continue
    const extendData: OrderLine = {
      label: nameOf(order),
      colour: role(order.side === 'buy' ? 'up' : 'down'),
      ink: role('on-up-down'),
    }
    chart.createOverlay({
      name: overlayName,
      groupId: group,
      id: `order-${order.order_id}`,
      lock: true,
      points: [{ value: plotValue(order.price) }],
      extendData,
    })
  }
}
