import type { Side, TimeInForce } from '@truemark/protocol/routes/spot'
import { noTarget, type Target } from './target.ts'

/** What stands in the form of a contract or a perpetual. Figures are canonical decimal texts, '' where nothing is typed. */
export interface LotForm {
  readonly side: Side
  readonly type: 'limit' | 'market'
  readonly timeInForce: TimeInForce
  readonly price: string
  readonly lots: string
  /** The share of what is usable that was chosen, in whole percent; null once lots are typed instead. */
  readonly share: number | null
  /** The multiple of a contract. A perpetual's stands in its symbol's settings. */
  readonly multiple: number
  readonly reduceOnly: boolean
  /** Whether stop-loss and take-profit are sent along. */
  readonly protects: boolean
  readonly stopLoss: Target
  readonly takeProfit: Target
}

export const emptyLotForm: LotForm = {
  side: 'buy',
  type: 'market',
  timeInForce: 'GTC',
  price: '',
  lots: '',
  share: null,
  multiple: 10,
  reduceOnly: false,
  protects: false,
  stopLoss: noTarget,
  takeProfit: noTarget,
}
