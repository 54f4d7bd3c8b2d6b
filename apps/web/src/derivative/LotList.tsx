import { useTranslations } from 'use-intl'
import type { LotProduct } from './lotContext.ts'
import { isOf, PastOfPerpetual, PastPositions, PastTickets, type LotFilter } from './LotPast.tsx'
import { LotResting } from './LotResting.tsx'
import { PositionList } from './PositionList.tsx'
import { useOwnPositions } from './useLots.ts'

/** What one may look at of a product: what is open, what rests, what has ended; orders apart where those are positions. */
export type LotTab = 'positions' | 'orders' | 'past' | 'orderPast'

/** The tabs of a product, as their reader reads them. */
export function useLotTabs(product: LotProduct): readonly { readonly value: LotTab; readonly label: string }[] {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  return [
    { value: 'positions', label: t('positions') },
    { value: 'orders', label: spot('openOrders') },
    { value: 'past', label: t(product === 'contract' ? 'history' : 'positionHistory') },
    ...(product === 'perpetual' ? [{ value: 'orderPast', label: spot('orderHistory') } as const] : []),
  ]
}

/** What stands under a tab, of one market and side or all. */
export function LotList({ product, tab, ...filter }: LotFilter & { product: LotProduct; tab: LotTab }) {
  const open = useOwnPositions(product)
  switch (tab) {
    case 'positions':
      return <PositionList product={product} positions={open?.filter((each) => isOf(filter, each)) ?? null} />
    case 'orders':
      return <LotResting product={product} {...filter} />
    case 'past':
      return product === 'contract' ? <PastTickets {...filter} /> : <PastPositions {...filter} />
    case 'orderPast':
      return <PastOfPerpetual {...filter} />
  }
}
