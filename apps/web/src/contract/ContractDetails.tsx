import { useQuery } from '@tanstack/react-query'
import { contractOrderOne, type ContractOrder } from '@truemark/protocol/routes/contract'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useTranslations } from 'use-intl'
import { useDerivatives } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useMarket } from '../data/markets.ts'
import {
  DerivativeDetails,
  hasFired,
  LiveLines,
  lotKey,
  OrderMissing,
  positionOfTicket,
  Signed,
  useReasonText,
  useKeptBrackets,
} from '../derivative/door.ts'
import { AmountLine, Line, TimeLine } from '../parts/Line.tsx'
import { RulesLine } from '../trade/door.ts'

/** One contract order with its ticket: what it was, what came of it, and how it was liquidated where it was. */
export function ContractDetails({ id }: { id: string }) {
  const shell = useTranslations('shell.state')
  const live = useDerivatives()?.tickets.find((each) => each.order_id === id)
  const query = useQuery({
    queryKey: [...lotKey('contract'), 'one', id, live?.updated ?? 0],
    queryFn: () => call(contractOrderOne, { params: { id } }),
    placeholderData: (before) => before,
  })
  if (query.isError) return <OrderMissing to="/market/trade/contract_orders" />
  if (query.data === undefined) return <SkeletonRows rows={6} label={shell('loading')} />
  const { order, fills, records, liquidation } = query.data
  return (
    <DerivativeDetails
      id={id}
      symbol={order.symbol}
      facts={<Facts order={live ?? order} />}
      fills={fills}
      records={records}
      liquidated={liquidation && { game: 'contract', id }}
      fired={hasFired(order.reason) ? id : null}
    />
  )
}

function Facts({ order }: { order: ContractOrder }) {
  const t = useTranslations('trade')
  const reason = useReasonText()(order.reason)
  const market = useMarket(order.symbol)
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-20 font-semibold">
          <span className={order.side === 'buy' ? 'text-up' : 'text-down'}>
            {t(order.side === 'buy' ? 'longWord' : 'shortWord')} {order.multiple}×
          </span>{' '}
          {market ? `${market.base}/${market.quote}` : order.symbol}
        </h2>
        <span className="text-14 text-secondary">{t(`status.${order.status}`)}</span>
      </div>
      {order.forced && <p className="rounded-control bg-danger-soft p-3 text-14 text-danger">{t('forced')}</p>}
      {reason !== null && !order.forced && <p className="text-14 text-secondary">{reason}</p>}
      <FactList order={order} />
    </>
  )
}

function FactList({ order }: { order: ContractOrder }) {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const market = useMarket(order.symbol)
  const quote = market?.quote ?? ''
  const price = { unit: quote, decimalsMin: market?.price_decimals ?? 0 }
  const position = positionOfTicket(order, useKeptBrackets())
  const open = position !== null
  const at = (label: string, value: string | null) =>
    value !== null && <AmountLine label={label} value={value} {...price} />
  return (
    <dl className="flex flex-col gap-2 text-14">
      {position && <LiveLines position={position} />}
      <Line label={t('realized')} strong>
        <Signed value={order.realized_profit} unit={quote} />
      </Line>
      <Line label={spot('orderType')}>
        {order.type === 'limit' ? `${spot('limit')} · ${spot(order.time_in_force)}` : spot('market')}
      </Line>
      {at(spot('price'), order.price)}
      <AmountLine label={t('lots')} value={order.lots} decimalsMin={2} />
      <AmountLine label={t('traded')} value={order.lots_traded} decimalsMin={2} />
      {at(t('entry'), order.entry_price)}
      {open && order.liquidation_price === null && <Line label={t('liquidationPrice')}>{t('liquidationNone')}</Line>}
      {open && at(t('liquidationPrice'), order.liquidation_price)}
      {at(t('takeProfit'), order.take_profit)}
      {at(t('stopLoss'), order.stop_loss)}
      <AmountLine label={t('margin')} value={order.margin} unit={quote} />
      <AmountLine label={t('fee')} value={order.fee} unit={quote} />
      <Line label={t('funding')}>
        <Signed value={order.funding} unit={quote} />
      </Line>
      {at(t('settlementPrice'), order.settlement_price)}
      {order.settlement_time !== null && <TimeLine label={t('settlementTime')} at={order.settlement_time} />}
      <TimeLine label={t('createdTime')} at={order.created_time} />
      <RulesLine made={order.created_time} />
      <Line label={spot('orderId')}>
        <span className="figures break-all">{order.order_id}</span>
      </Line>
    </dl>
  )
}
