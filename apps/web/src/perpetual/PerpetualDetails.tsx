import { useQuery } from '@tanstack/react-query'
import {
  perpetualOrderOne,
  perpetualPositionOne,
  type PerpetualOrder,
  type PerpetualPosition,
} from '@truemark/protocol/routes/perpetual'
import { Amount } from '@truemark/ui/primitives/Amount'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import type { ReactNode } from 'react'
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
  positionOfPerpetual,
  Signed,
  useReasonText,
  useKeptBrackets,
} from '../derivative/door.ts'
import { AmountLine, Line, TimeLine } from '../parts/Line.tsx'
import { RulesLine } from '../trade/door.ts'

/** One perpetual order: what it was, what came of it, its trades and ledger lines. */
export function PerpetualOrderDetails({ id }: { id: string }) {
  const shell = useTranslations('shell.state')
  const live = useDerivatives()?.orders.find((each) => each.order_id === id)
  const query = useQuery({
    queryKey: [...lotKey('perpetual'), 'one', id, live?.updated ?? 0],
    queryFn: () => call(perpetualOrderOne, { params: { id } }),
    placeholderData: (before) => before,
  })
  if (query.isError) return <OrderMissing to="/market/trade/contract_orders" />
  if (query.data === undefined) return <SkeletonRows rows={6} label={shell('loading')} />
  const { order, fills, records } = query.data
  return (
    <DerivativeDetails
      id={id}
      symbol={order.symbol}
      facts={<OrderFacts order={live ?? order} />}
      fills={fills}
      records={records}
      liquidated={null}
      fired={null}
    />
  )
}

/** One perpetual position: what it came to, and how it was liquidated where it was. */
export function PerpetualPositionDetails({ id }: { id: string }) {
  const shell = useTranslations('shell.state')
  const live = useDerivatives()?.positions.find((each) => each.position_id === id)
  const query = useQuery({
    queryKey: [...lotKey('perpetual'), 'position', id, live?.updated ?? 0],
    queryFn: () => call(perpetualPositionOne, { params: { id } }),
    placeholderData: (before) => before,
  })
  if (query.isError) return <OrderMissing to="/market/trade/contract_orders" />
  if (query.data === undefined) return <SkeletonRows rows={6} label={shell('loading')} />
  const { position, fills, records, liquidation } = query.data
  return (
    <DerivativeDetails
      id={id}
      symbol={position.symbol}
      facts={<PositionFacts position={live ?? position} />}
      fills={fills}
      records={records}
      liquidated={liquidation && { game: 'position', id }}
      fired={hasFired(position.reason) ? id : null}
    />
  )
}

function Head({ of, state }: { of: PerpetualOrder | PerpetualPosition; state: string }) {
  const t = useTranslations('trade')
  const market = useMarket(of.symbol)
  return (
    <div className="flex items-baseline justify-between gap-3">
      <h2 className="text-20 font-semibold">
        <span className={of.side === 'buy' ? 'text-up' : 'text-down'}>
          {t(of.side === 'buy' ? 'longWord' : 'shortWord')} {of.multiple}×
        </span>{' '}
        {market ? `${market.base}/${market.quote}` : of.symbol}
      </h2>
      <span className="text-14 text-secondary">{state}</span>
    </div>
  )
}

function Moment({ label, at }: { label: string; at: number }) {
  return <TimeLine label={label} at={at} />
}

function Optional({ label, value, children }: { label: string; value: unknown; children: ReactNode }) {
  return value === null ? null : <Line label={label}>{children}</Line>
}

function OrderFacts({ order }: { order: PerpetualOrder }) {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const reason = useReasonText()(order.reason)
  const market = useMarket(order.symbol)
  const quote = market?.quote ?? ''
  const price = { unit: quote, decimalsMin: market?.price_decimals ?? 0 }
  return (
    <>
      <Head of={order} state={t(`status.${order.status}`)} />
      {order.status === 'canceled' && reason !== null && <p className="text-14 text-secondary">{reason}</p>}
      <dl className="flex flex-col gap-2 text-14">
        <Line label={t('purposeLabel')}>
          {order.reduce_only && order.purpose === 'open' ? t('reduceOnly') : t(`purpose.${order.purpose}`)}
        </Line>
        <Line label={spot('orderType')}>
          {order.type === 'limit' ? `${spot('limit')} · ${spot(order.time_in_force)}` : spot('market')}
        </Line>
        <Line label={t('marginMode')}>{t(order.mode)}</Line>
        <Optional label={spot('price')} value={order.price}>
          <Amount value={order.price ?? undefined} {...price} />
        </Optional>
        <AmountLine label={t('lots')} value={order.lots} decimalsMin={2} />
        <AmountLine label={t('traded')} strong value={order.lots_traded} decimalsMin={2} />
        <AmountLine label={spot('averagePrice')} strong value={order.average_price ?? undefined} {...price} />
        <Line label={t('realized')}>
          <Signed value={order.profit} unit={quote} />
        </Line>
        <AmountLine label={t('fee')} value={order.fee} unit={quote} />
        <Moment label={t('createdTime')} at={order.created_time} />
        <Moment label={spot('updatedAt')} at={order.updated} />
        <RulesLine made={order.created_time} />
        <Line label={spot('orderId')}>
          <span className="figures break-all">{order.order_id}</span>
        </Line>
      </dl>
    </>
  )
}

function PositionFacts({ position }: { position: PerpetualPosition }) {
  const keptOf = useKeptBrackets()
  const t = useTranslations('trade')
  const reason = useReasonText()(position.reason)
  const market = useMarket(position.symbol)
  const quote = market?.quote ?? ''
  const price = { unit: quote, decimalsMin: market?.price_decimals ?? 0 }
  return (
    <>
      <Head of={position} state={t(`status.${position.status}`)} />
      {position.forced && <p className="rounded-control bg-danger-soft p-3 text-14 text-danger">{t('forced')}</p>}
      {reason !== null && !position.forced && <p className="text-14 text-secondary">{reason}</p>}
      <dl className="flex flex-col gap-2 text-14">
        {position.status === 'position' && <LiveLines position={positionOfPerpetual(position, keptOf)} />}
        <Line label={t('realized')} strong>
          <Signed value={position.realized_profit} unit={quote} />
        </Line>
        <Line label={t('marginMode')}>{t(position.mode)}</Line>
        <AmountLine label={t('lots')} value={position.lots} decimalsMin={2} />
        <AmountLine label={t('entry')} value={position.entry_price ?? undefined} {...price} />
        {position.status === 'position' && (
          <Line label={t('liquidationPrice')}>
            {position.liquidation_price === null ? (
              t('liquidationNone')
            ) : (
              <Amount value={position.liquidation_price} {...price} />
            )}
          </Line>
        )}
        <Optional label={t('takeProfit')} value={position.take_profit}>
          <Amount value={position.take_profit ?? undefined} {...price} />
        </Optional>
        <Optional label={t('stopLoss')} value={position.stop_loss}>
          <Amount value={position.stop_loss ?? undefined} {...price} />
        </Optional>
        <AmountLine label={t('margin')} value={position.margin} unit={quote} />
        <AmountLine label={t('fee')} value={position.fee} unit={quote} />
        <Line label={t('funding')}>
          <Signed value={position.funding} unit={quote} />
        </Line>
        <Optional label={t('closingPrice')} value={position.settlement_price}>
          <Amount value={position.settlement_price ?? undefined} {...price} />
        </Optional>
        <Moment label={t('createdTime')} at={position.created_time} />
        <RulesLine made={position.created_time} />
        {position.settlement_time !== null && <Moment label={t('settlementTime')} at={position.settlement_time} />}
      </dl>
    </>
  )
}
