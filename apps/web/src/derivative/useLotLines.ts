import type { Side } from '@truemark/protocol/routes/spot'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartLine } from '../trade/door.ts'
import type { OpenPosition } from './openPosition.ts'
import { positionLines } from './positionLines.ts'

interface PricedOrder {
  readonly order_id: string
  readonly symbol: string
  readonly side: Side
  readonly lots: string
  readonly price: string | null
}

/** The positions and the resting orders of a market as lines of its chart. */
export function useLotLines(
  symbol: string,
  positions: readonly OpenPosition[] | undefined,
  orders: readonly PricedOrder[] | undefined,
): readonly ChartLine[] {
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
          : [{ id, price, label: `${side === 'buy' ? words.long : words.short} ${lots}`, tone }]
      })
    return [...open, ...resting]
  }, [positions, orders, symbol, t])
}
