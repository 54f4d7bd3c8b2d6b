import type { SymbolView } from '@truemark/protocol/routes/market'
import type { ReactNode } from 'react'
import type { ChartLine, MovedLine } from './chartLine.ts'
import type { BookAmounts } from './OrderBook.tsx'
import type { TradeProduct } from './product.ts'

/** A button of the phone's bar, which unfolds the ticket. */
export interface TradeAction {
  readonly label: string
  readonly kind: 'up' | 'down'
  readonly onPress: () => void
}

/** What a product puts into the frame of its trade page. */
export interface TradeFrameProps {
  market: SymbolView
  product: TradeProduct
  /** In what the book's amounts are written; null where the product has no book. */
  amounts: BookAmounts | null
  /** Must keep its identity while nothing in it changes. */
  lines: readonly ChartLine[]
  /** The open order that is to stand at another price, while its change is being asked for. */
  moved?: MovedLine | null
  /** Asks for the change of an open order whose line was moved. */
  onMove?: (moved: MovedLine) => void
  /** Figures of the header beside those of the day, as a list of `HeaderFigure`. */
  figures?: ReactNode
  /** Beneath the header: what is out of order, and why. */
  notices?: ReactNode
  /** What one fills in. In a sheet on a phone, beside the chart elsewhere. */
  ticket: ReactNode
  actions: readonly TradeAction[]
  /** Whether the phone's ticket is in sight. */
  unfolded: boolean
  onUnfold: (unfolded: boolean) => void
  /** A press on a price of the book. */
  onPrice: (price: string) => void
  /** What the account has in this market: positions, orders. */
  panel: ReactNode
  /** The name of that panel among the phone's tabs. */
  panelLabel: string
}

/** The same, as a layout lays it out: the lines stand where they were moved to. */
export interface LayoutProps extends TradeFrameProps {
  onMove: (moved: MovedLine) => void
}
