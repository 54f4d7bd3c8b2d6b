import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { spotOrderOne, type SpotOrder } from '@truemark/protocol/routes/spot'
import { Card } from '@truemark/ui/primitives/Card'
import { useTranslations } from 'use-intl'
import { useOpenOrders } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useMarket } from '../data/markets.ts'
import { LedgerEntries } from '../parts/LedgerEntries.tsx'
import { AmountLine, Line, TimeLine } from '../parts/Line.tsx'
import { OneOrder, OrderMissing } from '../parts/OneOrder.tsx'
import { RulesLine } from '../trade/door.ts'
import { EvidenceLink } from '../transparency/door.ts'
import { pairOf } from './pair.ts'
import { ordersKey } from './ordersQuery.ts'
import { useOrderState } from './orderText.ts'

/** One spot order: what it was, what came of it, and each ledger line that it wrote. */
export function OrderDetails({ id }: { id: string }) {
  const live = useOpenOrders()?.find((order) => order.order_id === id)
  const query = useQuery({
    queryKey: [...ordersKey, 'one', id, live?.updated ?? 0],
    queryFn: () => call(spotOrderOne, { params: { id } }),
    placeholderData: keepPreviousData,
    enabled: id !== '',
  })
  if (id === '') return <OrderMissing all="spotOrders" />
  return (
    <OneOrder query={query} all="spotOrders">
      {({ order, records }) => (
        <div className="grid items-start gap-x-8 gap-y-6 desk:grid-cols-2">
          <OrderFacts order={live ?? order} />
          <LedgerEntries records={records} />
        </div>
      )}
    </OneOrder>
  )
}

function OrderFacts({ order }: { order: SpotOrder }) {
  const t = useTranslations('spot')
  const { state, reason } = useOrderState()(order)
  const pair = pairOf(order)
  const [base = '', quote = ''] = pair.split('/')
  const priceDecimals = useMarket(order.symbol)?.price_decimals ?? 0
  const roles = { maker: t('maker'), taker: t('taker'), both: t('makerAndTaker'), '': '--' }
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-20 font-semibold">
          <span className={order.side === 'buy' ? 'text-up' : 'text-down'}>{t(order.side)}</span> {pair}
        </h2>
        <span className="text-14 text-secondary">{state}</span>
      </div>
      {reason !== null && <p className="text-14 text-secondary">{reason}</p>}
      <dl className="flex flex-col gap-2 text-14">
        <Line label={t('orderType')}>
          {order.type === 'limit' ? `${t('limit')} · ${t(order.time_in_force)}` : t('market')}
        </Line>
        {order.price !== null && (
          <AmountLine label={t('price')} value={order.price} unit={quote} decimalsMin={priceDecimals} />
        )}
        {order.budget !== null && <AmountLine label={t('budget')} value={order.budget} unit={quote} />}
        {order.quantity !== null && (
          <AmountLine label={t('quantity')} value={order.quantity} unit={base} decimalsMin={0} />
        )}
        <AmountLine label={t('filled')} strong value={order.filled} unit={base} decimalsMin={0} />
        <AmountLine label={t('averagePrice')} strong value={order.average_price ?? undefined} unit={quote} />
        <AmountLine label={t('amount')} value={order.amount} unit={quote} />
        <AmountLine
          label={t(order.role === 'maker' ? 'makerFee' : 'takerFee')}
          value={order.fee}
          unit={order.fee_currency}
        />
        <Line label={t('role')}>{roles[order.role]}</Line>
        <TimeLine label={t('placedAt')} at={order.time} />
        <TimeLine label={t('updatedAt')} at={order.updated} />
        <RulesLine made={order.time} />
        <Line label={t('orderId')}>
          <span className="figures break-all">{order.order_id}</span>
        </Line>
      </dl>
      {/[1-9]/.test(order.filled) && <EvidenceLink id={order.order_id} own />}
    </Card>
  )
}
