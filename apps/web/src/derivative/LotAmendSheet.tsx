import { contractOrderAmend, type ContractOrder } from '@truemark/protocol/routes/contract'
import { perpetualOrderAmend, type PerpetualOrder } from '@truemark/protocol/routes/perpetual'
import { lotsDecimals } from '@truemark/core/derivative/terms'
import { useTranslations } from 'use-intl'
import { takeDerivative } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useMarket } from '../data/markets.ts'
import { AmendSheet } from '../trade/door.ts'

interface LotAmendSheetProps {
  order: ContractOrder | PerpetualOrder
  onClose: () => void
}

/** Changes the limit or the lots of a resting contract or perpetual order. */
export function LotAmendSheet({ order, onClose }: LotAmendSheetProps) {
  const t = useTranslations('trade')
  const { symbol, side, multiple, price, lots: quantity } = order
  const market = useMarket(symbol)
  return (
    <AmendSheet
      order={{ symbol, side, price, quantity }}
      pair={market ? `${market.base}/${market.quote}` : symbol}
      word={`${t(side === 'buy' ? 'longWord' : 'shortWord')} ${multiple}×`}
      quantityLabel={t('lots')}
      quantityDecimals={lotsDecimals}
      quantityUnit={t('lotsUnit')}
      send={async ({ price: limit, quantity: lots }) => {
        const body = { ...(limit === undefined ? {} : { price: limit }), ...(lots === undefined ? {} : { lots }) }
        const params = { id: order.order_id }
        if ('rests' in order) takeDerivative({ ticket: await call(contractOrderAmend, { params, body }) })
        else takeDerivative({ perpetual: await call(perpetualOrderAmend, { params, body }) })
      }}
      onClose={onClose}
    />
  )
}
