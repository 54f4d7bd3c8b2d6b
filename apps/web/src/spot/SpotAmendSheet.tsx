import { spotOrderAmend, type SpotOrder } from '@truemark/protocol/routes/spot'
import { useTranslations } from 'use-intl'
import { takeOrder } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useMarket } from '../data/markets.ts'
import { AmendSheet } from '../trade/door.ts'
import { pairOf } from './pair.ts'

/** Changes the price or the quantity of an open spot order. */
export function SpotAmendSheet({ order, onClose }: { order: SpotOrder; onClose: () => void }) {
  const t = useTranslations('spot')
  const market = useMarket(order.symbol)
  const pair = pairOf(order)
  return (
    <AmendSheet
      order={order}
      pair={pair}
      word={t(order.side)}
      quantityLabel={t('quantity')}
      quantityDecimals={market?.quantity_decimals ?? 0}
      quantityUnit={pair.split('/')[0] ?? ''}
      send={async (body) => takeOrder(await call(spotOrderAmend, { params: { id: order.order_id }, body }))}
      onClose={onClose}
    />
  )
}
