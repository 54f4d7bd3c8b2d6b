import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartLine } from '../trade/door.ts'
import type { LotProduct } from './lotContext.ts'
import { useOwnPositions, useRestingOrders } from './useLots.ts'
import type { OpenPosition } from './openPosition.ts'

/** The positions and the resting orders of a product in a market as lines of its chart. */
export function useLotLines(symbol: string, product: LotProduct): readonly ChartLine[] {
  const positions = useOwnPositions(product)
  const orders = useRestingOrders(product)
  const t = useTranslations('trade')
  return useMemo(() => {
    const words = {
      long: t('longWord'),
      short: t('shortWord'),
      stopLoss: t('stopLoss'),
      takeProfit: t('takeProfit'),
      liquidation: t('liquidation'),
    }
    const open = (positions ?? [])
      .filter((each) => each.symbol === symbol)
      .flatMap((each) => positionLines(each, words))
    const resting = (orders ?? [])
      .filter((each) => each.symbol === symbol)
      .flatMap(({ order_id: id, price, side, lots }): ChartLine[] => {
        const tone = side === 'buy' ? 'up' : 'down'
        return price === null
          ? []
          : [{ id, price, label: `${side === 'buy' ? words.long : words.short} ${lots}`, tone, moves: true }]
      })
    return [...open, ...resting]
  }, [positions, orders, symbol, t])
}

/** The words of the lines. */
interface LineWords {
  readonly long: string
  readonly short: string
  readonly stopLoss: string
  readonly takeProfit: string
  readonly liquidation: string
}

/** What a position draws over the candles: its entry, its triggers, and where it would be liquidated. */
function positionLines(position: OpenPosition, words: LineWords): ChartLine[] {
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
