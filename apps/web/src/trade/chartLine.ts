export type ChartLineTone = 'up' | 'down' | 'primary' | 'warning' | 'quiet'

/** A price that is drawn as a line over the candles: an open order, an entry, a trigger, a liquidation. */
export interface ChartLine {
  readonly id: string
  /** A canonical decimal text. */
  readonly price: string
  readonly label: string
  readonly tone: ChartLineTone
  /** Whether it is an open order's limit, which can be moved to another price. */
  readonly moves?: boolean
}

/** A line that somebody has moved, and to which price (a canonical decimal text). */
export interface MovedLine {
  readonly id: string
  readonly price: string
}

/** The lines as they stand while one of them is being moved; the same list where none is. */
export function withMoved(lines: readonly ChartLine[], moved: MovedLine | null): readonly ChartLine[] {
  if (moved === null || !lines.some((line) => line.id === moved.id && line.price !== moved.price)) return lines
  return lines.map((line) => (line.id === moved.id ? { ...line, price: moved.price } : line))
}
