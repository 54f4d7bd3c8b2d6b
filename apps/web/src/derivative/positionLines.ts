import type { ChartLine } from '../trade/door.ts'
import type { OpenPosition } from './openPosition.ts'

/** The words of the lines. */
export interface LineWords {
  readonly long: string
  readonly short: string
  readonly stopLoss: string
  readonly takeProfit: string
  readonly liquidation: string
}

/** What a position draws over the candles: its entry, its triggers, and where it would be liquidated. */
export function positionLines(position: OpenPosition, words: LineWords): ChartLine[] {
  const { id, side, multiple, entryPrice, stopLoss, takeProfit, liquidationPrice } = position
  const long = side === 'buy'
  const line = (name: string, price: string | null, label: string, tone: ChartLine['tone']): ChartLine[] =>
    price === null ? [] : [{ id: `${id}-${name}`, price, label, tone }]
  return [
    ...line('entry', entryPrice, `${long ? words.long : words.short} ${multiple}×`, long ? 'up' : 'down'),
    ...line('take', takeProfit, words.takeProfit, 'primary'),
    ...line('stop', stopLoss, words.stopLoss, 'quiet'),
    ...line('liquidation', liquidationPrice, words.liquidation, 'warning'),
  ]
}
