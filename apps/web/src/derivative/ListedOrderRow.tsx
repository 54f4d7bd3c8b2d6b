import { parseDecimal } from '@truemark/core/money/decimal'
import type { Side } from '@truemark/protocol/routes/spot'
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
import type { LotProduct } from './lotContext.ts'

/** An order in a list, of either product and in any state. */
export interface ListedOrder {
  readonly id: string
  readonly game: LotProduct | 'position'
  readonly symbol: string
  readonly side: Side
  readonly word: string
  readonly multiple: number
  /** The limit, or the average where it traded; null for none. */
  readonly price: string | null
  readonly priceLabel: string
  readonly lots: string
  readonly traded: string
  /** What it realised; null where that is nothing to say. */
  readonly profit: string | null
  readonly state: string
  readonly reason: string | null
  readonly time: number
  readonly simulated: boolean
}

/** One line where there is room, three on a phone; a press opens the details. */
export function ListedOrderRow({ order, actions }: { order: ListedOrder; actions?: ReactNode }) {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const decimals = useMarket(order.symbol)?.price_decimals ?? 0
  const { profit } = order
  return (
    <li className="feedback relative grid grid-cols-3 items-center gap-x-3 gap-y-2 px-4 py-3 hairline-b hover:bg-raised @3xl:grid-cols-[minmax(10rem,1.4fr)_1fr_1fr_1fr_minmax(6rem,1fr)_auto] @3xl:py-1.5">
      <Name order={order} />
      <State order={order} />
      <RowFigure label={order.priceLabel}>
        <Amount value={order.price ?? undefined} decimalsMin={decimals} decimalsMax={decimals} />
      </RowFigure>
      <RowFigure label={t('lots')}>
        <Amount value={order.traded} decimalsMin={0} />
        <span className="text-quiet">
          {' / '}
          <Amount value={order.lots} decimalsMin={0} />
        </span>
      </RowFigure>
      <RowFigure label={profit === null ? spot('filled') : t('realized')} end>
        {profit === null ? (
          <span className="figures">{tradedPercent(order)}%</span>
        ) : (
          <Amount
            value={profit}
            decimalsMin={2}
            decimalsMax={2}
            signed
            className={/[1-9]/.test(profit) ? (profit.startsWith('-') ? 'text-down' : 'text-up') : 'text-secondary'}
          />
        )}
      </RowFigure>
      {order.reason !== null && <p className="col-span-3 text-12 text-quiet @3xl:sr-only">{order.reason}</p>}
      {actions !== undefined && (
        <div className="relative z-10 col-span-3 flex justify-end gap-2 @3xl:order-6 @3xl:col-span-1">{actions}</div>
      )}
    </li>
  )
}

function tradedPercent({ lots, traded }: ListedOrder): string {
  const whole = parseDecimal(lots, 2)
  const part = parseDecimal(traded, 2)
  return whole === null || part === null || whole === 0n ? '0' : ((part * 100n) / whole).toString()
}

function Name({ order }: { order: ListedOrder }) {
  const t = useTranslations('trade')
  const dateTime = useDateTime()
  const market = useMarket(order.symbol)
  return (
    <div className="col-span-2 flex min-w-0 flex-col @3xl:col-span-1">
      <span id={orderNameId(order.id)} className="flex flex-wrap items-baseline gap-x-2">
        <Link
          to="/market/trade/orderDetails"
          search={{ id: order.id, game: order.game }}
          className="text-16 font-semibold -outline-offset-2 after:absolute after:inset-0 @3xl:text-14"
        >
          {market?.base ?? order.symbol}
          {market && <span className="text-12 font-normal text-quiet"> /{market.quote}</span>}
        </Link>
        <span className={joined('text-12 font-medium', order.side === 'buy' ? 'text-up' : 'text-down')}>
          {t(order.side === 'buy' ? 'longWord' : 'shortWord')} {order.multiple}× · {order.word}
        </span>
      </span>
      <span className="figures text-12 text-quiet">{dateTime(order.time)}</span>
    </div>
  )
}

function State({ order }: { order: ListedOrder }) {
  const shell = useTranslations('shell.label')
  return (
    <div className="flex flex-col items-end gap-1 text-right text-12 @3xl:order-5" title={order.reason ?? undefined}>
      <span className="text-secondary">{order.state}</span>
      {order.simulated && <Badge tone="info">{shell('simulated')}</Badge>}
    </div>
  )
}
