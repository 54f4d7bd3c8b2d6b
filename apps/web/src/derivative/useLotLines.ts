import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartLine } from '../trade/door.ts'
import type { LotProduct } from './lotContext.ts'
import { positionLines } from './positionLines.ts'
import { useOwnPositions, useRestingOrders } from './useLots.ts'

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
          : [{ id, price, label: `${side === 'buy' ? words.long : words.short} ${lots}`, tone }]
      })
    return [...open, ...resting]
  }, [positions, orders, symbol, t])
}
