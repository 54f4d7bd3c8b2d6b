import type { SpotOrder } from '@truemark/protocol/routes/spot'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { joined } from '@truemark/ui/primitives/joined'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { orderNameId } from '../parts/orderNameId.ts'
import { RowFigure } from '../parts/RowFigure.tsx'
import { useMarket } from '../data/markets.ts'
import { useDateTime } from '../i18n/door.ts'
import { filledPercent, useOrderState } from './orderText.ts'
import { pairOf } from './pair.ts'

interface OrderRowProps {
  order: SpotOrder
  /** What can be done with it, at the end. */
  actions?: ReactNode
}

/** An order in a list: what it is, how far it is, and when; a press opens its details. One line where there is room. */
export function OrderRow({ order, actions }: OrderRowProps) {
  const { state, reason } = useOrderState()(order)
  const [base = '', quote = ''] = pairOf(order).split('/')
  return (
    <li className="feedback relative grid grid-cols-3 items-center gap-x-3 gap-y-2 px-4 py-3 hairline-b hover:bg-raised @3xl:grid-cols-[minmax(10rem,1.4fr)_1fr_1.2fr_1fr_minmax(5.5rem,1fr)_auto] @3xl:py-1.5">
      <Name order={order} base={base} quote={quote} />
      <State order={order} state={state} reason={reason} className="text-right @3xl:order-4" />
      <OrderFigures order={order} base={base} quote={quote} />
      {reason !== null && <p className="col-span-3 text-12 text-quiet @3xl:sr-only">{reason}</p>}
      {actions !== undefined && (
        <div className="relative z-10 col-span-3 flex justify-end gap-2 @3xl:order-5 @3xl:col-span-1">{actions}</div>
      )}
    </li>
  )
}

function Name({ order, base, quote }: { order: SpotOrder; base: string; quote: string }) {
  const t = useTranslations('spot')
  const dateTime = useDateTime()
  return (
    <div className="col-span-2 flex min-w-0 flex-col @3xl:col-span-1">
      <span id={orderNameId(order.order_id)} className="flex items-baseline gap-2">
        <Link
          to="/market/trade/orderDetails"
          search={{ id: order.order_id }}
          className="text-16 font-semibold -outline-offset-2 after:absolute after:inset-0 @3xl:text-14"
        >
          {base}
          <span className="text-12 font-normal text-quiet"> /{quote}</span>
        </Link>
        <span className={joined('text-12 font-medium', order.side === 'buy' ? 'text-up' : 'text-down')}>
          {t(order.side)} · {t(order.type)}
        </span>
      </span>
      <span className="figures text-12 text-quiet">{dateTime(order.time)}</span>
    </div>
  )
}

interface StateProps {
  order: SpotOrder
  state: string
  reason: string | null
  className: string
}

function State({ order, state, reason, className }: StateProps) {
  const shell = useTranslations('shell.label')
  return (
    <div className={joined('flex flex-col items-end gap-1 text-12', className)} title={reason ?? undefined}>
      <span className={order.status === 'new' ? 'text-text' : 'text-secondary'}>{state}</span>
      {order.simulated && <Badge tone="info">{shell('simulated')}</Badge>}
    </div>
  )
}

function OrderFigures({ order, base, quote }: { order: SpotOrder; base: string; quote: string }) {
  const t = useTranslations('spot')
  const priceDecimals = useMarket(order.symbol)?.price_decimals ?? 0
  const averages = order.status === 'filled' || order.type === 'market'
  const price = averages ? order.average_price : order.price
  return (
    <>
      <RowFigure label={t(averages ? 'averagePrice' : 'price')}>
        <Amount value={price ?? undefined} decimalsMin={priceDecimals} />
      </RowFigure>
      <RowFigure label={`${t('filled')} ${filledPercent(order)}%`}>
        <Amount value={order.filled} decimalsMin={0} />
        {order.quantity !== null && (
          <span className="text-quiet">
            {' / '}
            <Amount value={order.quantity} decimalsMin={0} />
          </span>
        )}
        <span className="text-12 text-quiet"> {base}</span>
      </RowFigure>
      <RowFigure label={t('amount')} end>
        <Amount value={order.amount} decimalsMax={2} unit={quote} />
      </RowFigure>
    </>
  )
}
