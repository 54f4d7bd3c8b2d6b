export type ChartLineTone = 'up' | 'down' | 'primary' | 'warning' | 'quiet'

/** A price that is drawn as a line over the candles: an open order, an entry, a trigger, a liquidation. */
export interface ChartLine {
  readonly id: string
  /** A canonical decimal text. */
  readonly price: string
  readonly label: string
  readonly tone: ChartLineTone
}
