import { Link } from '@tanstack/react-router'
import type { SpotOrder } from '@truemark/protocol/routes/spot'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Badge } from '@truemark/ui/primitives/Badge'
import { joined } from '@truemark/ui/primitives/joined'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../reader/door.ts'
import { filledPercent, useOrderState } from './orderText.ts'

/** BTCUSDT as a pair, for a reader: BTC/USDT. */
export function pairOf(order: SpotOrder): string {
  const base =
    order.side === 'buy' ? order.fee_currency : order.symbol.slice(0, order.symbol.length - order.fee_currency.length)
  return `${base}/${order.symbol.slice(base.length)}`
}

interface OrderRowProps {
  order: SpotOrder
  /** What can be done with it, at the end. */
  actions?: ReactNode
}

/** An order in a list: what it is, how far it is, and when; a press opens its details. */
export function OrderRow({ order, actions }: OrderRowProps) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.label')
  const dateTime = useDateTime()
  const stateOf = useOrderState()
  const { state, reason } = stateOf(order)
  const [base = '', quote = ''] = pairOf(order).split('/')
  const buys = order.side === 'buy'
  return (
    <li className="relative flex flex-col gap-2 px-4 py-3 hairline-b feedback hover:bg-raised">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-0.5">
          <Link
            to="/market/trade/orderDetails"
            search={{ id: order.order_id }}
            className="text-16 font-semibold -outline-offset-2 after:absolute after:inset-0"
          >
            {base}
            <span className="text-12 font-normal text-quiet"> /{quote}</span>
          </Link>
          <span className="flex flex-wrap items-center gap-x-2 text-12">
            <span className={joined('font-medium', buys ? 'text-up' : 'text-down')}>
              {t(order.side)} · {t(order.type)}
            </span>
            <span className="figures text-quiet">{dateTime(order.time)}</span>
          </span>
        </div>
        <div className="flex flex-col items-end gap-1 text-right text-12">
          <span className={order.status === 'new' ? 'text-text' : 'text-secondary'}>{state}</span>
          {order.simulated && <Badge tone="info">{shell('simulated')}</Badge>}
        </div>
      </div>
      <OrderFigures order={order} base={base} quote={quote} />
      {reason !== null && <p className="text-12 text-quiet">{reason}</p>}
      {actions !== undefined && <div className="relative z-10 flex gap-2 self-end">{actions}</div>}
    </li>
  )
}

function OrderFigures({ order, base, quote }: { order: SpotOrder; base: string; quote: string }) {
  const t = useTranslations('spot')
  const percent = filledPercent(order)
  const price = order.status === 'filled' || order.type === 'market' ? order.average_price : order.price
  return (
    <dl className="grid grid-cols-3 gap-2 text-12">
      <Figure label={t(order.status === 'filled' || order.type === 'market' ? 'averagePrice' : 'price')}>
        <Amount value={price ?? undefined} />
      </Figure>
      <Figure label={`${t('filled')} ${percent}%`}>
        <Amount value={order.filled} decimalsMin={0} />
        {order.quantity !== null && (
          <span className="text-quiet">
            {' / '}
            <Amount value={order.quantity} decimalsMin={0} />
          </span>
        )}{' '}
        <span className="text-quiet">{base}</span>
      </Figure>
      <Figure label={t('amount')} end>
        <Amount value={order.amount} decimalsMax={2} unit={quote} />
      </Figure>
    </dl>
  )
}

function Figure({ label, end = false, children }: { label: string; end?: boolean; children: ReactNode }) {
  return (
    <div className={joined('flex min-w-0 flex-col', end && 'items-end text-right')}>
      <dt className="text-quiet">{label}</dt>
      <dd className="text-14">{children}</dd>
    </div>
  )
}
