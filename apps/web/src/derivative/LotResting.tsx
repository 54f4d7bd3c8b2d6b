import {
  type ContractOrder,
  contractOrderAmend,
  contractOrderCancel,
  contractOrdersCancel,
} from '@truemark/protocol/routes/contract'
import {
  type PerpetualOrder,
  perpetualOrderAmend,
  perpetualOrderCancel,
  perpetualOrdersCancel,
} from '@truemark/protocol/routes/perpetual'
import { lotsDecimals } from '@truemark/core/derivative/terms'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { takeDerivative } from '../data/account.ts'
import { call } from '../data/api.ts'
import { RestingOrders } from '../parts/RestingOrders.tsx'
import { useMarket } from '../data/markets.ts'
import { AmendSheet } from '../trade/door.ts'
import { ListedOrderRow } from './ListedOrderRow.tsx'
import type { LotProduct } from './lotContext.ts'
import { isOf, type LotFilter } from './LotPast.tsx'
import { useListedOrder, useListedTicket } from './useListed.ts'
import { useRestingOrders } from './useLots.ts'

// the engine's own preview, which a list of orders needs for nothing else
const LotAmendFigures = lazyPart(() => import('./LotAmendFigures.tsx').then((m) => m.LotAmendFigures))

/** Orders of a product that rest in the book, of one market and side or all. */
export function LotResting({ product, ...filter }: LotFilter & { product: LotProduct }) {
  const { symbol, side } = filter
  const ticket = useListedTicket()
  const order = useListedOrder()
  const query = symbol === undefined ? {} : { symbol }
  return (
    <RestingOrders
      orders={useRestingOrders(product)?.filter((each) => isOf(filter, each))}
      row={(each, actions) => (
        <ListedOrderRow key={each.order_id} order={'rests' in each ? ticket(each) : order(each)} actions={actions} />
      )}
      amendment={(each, close) => <LotAmendSheet key={each.order_id} order={each} onClose={close} />}
      cancel={cancel}
      cancelAll={
        side === undefined
          ? () =>
              product === 'contract' ? call(contractOrdersCancel, { query }) : call(perpetualOrdersCancel, { query })
          : null
      }
    />
  )
}

async function cancel(order: ContractOrder | PerpetualOrder): Promise<void> {
  const params = { id: order.order_id }
  if ('rests' in order) takeDerivative({ ticket: await call(contractOrderCancel, { params }) })
  else takeDerivative({ perpetual: await call(perpetualOrderCancel, { params }) })
}

interface LotAmendSheetProps {
  order: ContractOrder | PerpetualOrder
  /** A price that is proposed. */
  to?: string
  onClose: () => void
}

/** Changes the limit or the lots of a resting contract or perpetual order. */
export function LotAmendSheet({ order, to, onClose }: LotAmendSheetProps) {
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
      to={to}
      figures={(asked) => (
        <Suspense fallback={<Skeleton className="h-36 w-full" />}>
          <LotAmendFigures order={order} asked={asked} />
        </Suspense>
      )}
      send={async ({ price: limit, quantity: lots }) => {
        const body = { price: limit, lots }
        const params = { id: order.order_id }
        if ('rests' in order) takeDerivative({ ticket: await call(contractOrderAmend, { params, body }) })
        else takeDerivative({ perpetual: await call(perpetualOrderAmend, { params, body }) })
      }}
      onClose={onClose}
    />
  )
}
