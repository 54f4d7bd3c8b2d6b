import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Record as LedgerRecord } from '@truemark/protocol/routes/account'
import { contractOrderOne, type ContractOrder } from '@truemark/protocol/routes/contract'
import type { DerivativeFill, Liquidation } from '@truemark/protocol/routes/derivative'
import {
  perpetualOrderOne,
  perpetualPositionOne,
  type PerpetualOrder,
  type PerpetualPosition,
} from '@truemark/protocol/routes/perpetual'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useDerivatives } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useMarket } from '../data/markets.ts'
import { AmountLine, Line, TimeLine } from '../parts/Line.tsx'
import { OneOrder } from '../parts/OneOrder.tsx'
import { RulesLine } from '../trade/door.ts'
import { DerivativeDetails } from './DerivativeDetails.tsx'
import { LiveLines } from './LiveLines.tsx'
import type { LotProduct } from './lotContext.ts'
import { lotKey } from './lotKey.ts'
import { positionOfPerpetual, positionOfTicket, type OpenPosition } from './openPosition.ts'
import { Signed } from './Signed.tsx'
import { useReasonText } from './useListed.ts'
import { useKeptBrackets } from './useLots.ts'
import { hasFired } from './wording.ts'

/** One contract order with its ticket: what it was, what came of it, and how it was liquidated where it was. */
export function TicketDetails({ id }: { id: string }) {
  return (
    <Details
      id={id}
      product="contract"
      kind="one"
      live={useDerivatives()?.tickets.find((each) => each.order_id === id)}
      read={async () => {
        const { order: one, ...rest } = await call(contractOrderOne, { params: { id } })
        return { ...rest, one, fired: hasFired(one.reason) }
      }}
      facts={(order) => <TicketFacts order={order} />}
    />
  )
}

/** One perpetual order: what it was, what came of it, its trades and ledger lines. */
export function OrderDetails({ id }: { id: string }) {
  return (
    <Details
      id={id}
      product="perpetual"
      kind="one"
      live={useDerivatives()?.orders.find((each) => each.order_id === id)}
      read={async () => {
        const { order: one, ...rest } = await call(perpetualOrderOne, { params: { id } })
        return { ...rest, one, liquidation: null, fired: false }
      }}
      facts={(order) => <OrderFacts order={order} />}
    />
  )
}

/** One perpetual position: what it came to, and how it was liquidated where it was. */
export function PositionDetails({ id }: { id: string }) {
  return (
    <Details
      id={id}
      product="perpetual"
      kind="position"
      live={useDerivatives()?.positions.find((each) => each.position_id === id)}
      read={async () => {
        const { position: one, ...rest } = await call(perpetualPositionOne, { params: { id } })
        return { ...rest, one, fired: hasFired(one.reason) }
      }}
      facts={(position) => <PositionFacts position={position} />}
    />
  )
}

type AnyOne = ContractOrder | PerpetualOrder | PerpetualPosition

interface DetailsProps<One> {
  id: string
  product: LotProduct
  kind: 'one' | 'position'
  /** As it now stands, where it is still alive. */
  live: One | undefined
  read: () => Promise<{
    readonly one: One
    readonly fills: readonly DerivativeFill[]
    readonly records: readonly LedgerRecord[]
    readonly liquidation: Liquidation | null
    readonly fired: boolean
  }>
  facts: (one: One) => ReactNode
}

function Details<One extends AnyOne>({ id, product, kind, live, read, facts }: DetailsProps<One>) {
  const query = useQuery({
    queryKey: [...lotKey(product), kind, id, live?.updated ?? 0],
    queryFn: read,
    placeholderData: keepPreviousData,
  })
  return (
    <OneOrder query={query} all="contractOrders">
      {({ one, fills, records, liquidation, fired }) => (
        <DerivativeDetails
          id={id}
          symbol={one.symbol}
          facts={facts(live ?? one)}
          fills={fills}
          records={records}
          liquidated={liquidation && { game: kind === 'position' ? kind : 'contract', id }}
          fired={fired ? id : null}
        />
      )}
    </OneOrder>
  )
}

interface HeadProps {
  of: AnyOne
  forced: boolean
  /** Whether why it ended is said. */
  told: boolean
}

/** What it is and how it stands, and why it ended where that was not its owner's doing. */
function Head({ of, forced, told }: HeadProps) {
  const t = useTranslations('trade')
  const market = useMarket(of.symbol)
  const reason = useReasonText()(of.reason)
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-20 font-semibold">
          <span className={of.side === 'buy' ? 'text-up' : 'text-down'}>
            {t(of.side === 'buy' ? 'longWord' : 'shortWord')} {of.multiple}×
          </span>{' '}
          {market ? `${market.base}/${market.quote}` : of.symbol}
        </h2>
        <span className="text-14 text-secondary">{t(`status.${of.status}`)}</span>
      </div>
      {forced && <p className="rounded-control bg-danger-soft p-3 text-14 text-danger">{t('forced')}</p>}
      {told && reason !== null && !forced && <p className="text-14 text-secondary">{reason}</p>}
    </>
  )
}

/** In what a market's amounts and prices are written. */
function useUnits(symbol: string) {
  const market = useMarket(symbol)
  const quote = market?.quote ?? ''
  return { quote, price: { unit: quote, decimalsMin: market?.price_decimals ?? 0 } }
}

function TypeLine({ order }: { order: ContractOrder | PerpetualOrder }) {
  const spot = useTranslations('spot')
  return (
    <Line label={spot('orderType')}>
      {order.type === 'limit' ? `${spot('limit')} · ${spot(order.time_in_force)}` : spot('market')}
    </Line>
  )
}

function IdLine({ id }: { id: string }) {
  const spot = useTranslations('spot')
  return (
    <Line label={spot('orderId')}>
      <span className="figures break-all">{id}</span>
    </Line>
  )
}

function TicketFacts({ order }: { order: ContractOrder }) {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const { price } = useUnits(order.symbol)
  return (
    <>
      <Head of={order} forced={order.forced} told />
      <Lived of={order} open={positionOfTicket(order, useKeptBrackets())} endLabel={t('settlementPrice')}>
        <TypeLine order={order} />
        {order.price !== null && <AmountLine label={spot('price')} value={order.price} {...price} />}
        <AmountLine label={t('lots')} value={order.lots} decimalsMin={2} />
        <AmountLine label={t('traded')} value={order.lots_traded} decimalsMin={2} />
      </Lived>
    </>
  )
}

function PositionFacts({ position }: { position: PerpetualPosition }) {
  const t = useTranslations('trade')
  const keptOf = useKeptBrackets()
  const open = position.status === 'position' ? positionOfPerpetual(position, keptOf) : null
  return (
    <>
      <Head of={position} forced={position.forced} told />
      <Lived of={position} open={open} endLabel={t('closingPrice')}>
        <Line label={t('marginMode')}>{t(position.mode)}</Line>
        <AmountLine label={t('lots')} value={position.lots} decimalsMin={2} />
      </Lived>
    </>
  )
}

interface LivedProps {
  of: ContractOrder | PerpetualPosition
  /** What is open of it. */
  open: OpenPosition | null
  endLabel: string
  /** What it was meant to be. */
  children: ReactNode
}

/** What became of a ticket or of a position. */
function Lived({ of, open, endLabel, children }: LivedProps) {
  const t = useTranslations('trade')
  const { quote, price } = useUnits(of.symbol)
  const at = (label: string, value: string | null) =>
    value !== null && <AmountLine label={label} value={value} {...price} />
  return (
    <dl className="flex flex-col gap-2 text-14">
      {open && <LiveLines position={open} />}
      <Line label={t('realized')} strong>
        <Signed value={of.realized_profit} unit={quote} />
      </Line>
      {children}
      {at(t('entry'), of.entry_price)}
      {open && of.liquidation_price === null && <Line label={t('liquidationPrice')}>{t('liquidationNone')}</Line>}
      {open && at(t('liquidationPrice'), of.liquidation_price)}
      {at(t('takeProfit'), of.take_profit)}
      {at(t('stopLoss'), of.stop_loss)}
      <AmountLine label={t('margin')} value={of.margin} unit={quote} />
      <AmountLine label={t('fee')} value={of.fee} unit={quote} />
      <Line label={t('funding')}>
        <Signed value={of.funding} unit={quote} />
      </Line>
      {at(endLabel, of.settlement_price)}
      {of.settlement_time !== null && <TimeLine label={t('settlementTime')} at={of.settlement_time} />}
      <TimeLine label={t('createdTime')} at={of.created_time} />
      <RulesLine made={of.created_time} />
      {'order_id' in of && <IdLine id={of.order_id} />}
    </dl>
  )
}

function OrderFacts({ order }: { order: PerpetualOrder }) {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const { quote, price } = useUnits(order.symbol)
  return (
    <>
      <Head of={order} forced={false} told={order.status === 'canceled'} />
      <dl className="flex flex-col gap-2 text-14">
        <Line label={t('purposeLabel')}>
          {order.reduce_only && order.purpose === 'open' ? t('reduceOnly') : t(`purpose.${order.purpose}`)}
        </Line>
        <TypeLine order={order} />
        <Line label={t('marginMode')}>{t(order.mode)}</Line>
        {order.price !== null && <AmountLine label={spot('price')} value={order.price} {...price} />}
        <AmountLine label={t('lots')} value={order.lots} decimalsMin={2} />
        <AmountLine label={t('traded')} strong value={order.lots_traded} decimalsMin={2} />
        <AmountLine label={spot('averagePrice')} strong value={order.average_price ?? undefined} {...price} />
        <Line label={t('realized')}>
          <Signed value={order.profit} unit={quote} />
        </Line>
        <AmountLine label={t('fee')} value={order.fee} unit={quote} />
        <TimeLine label={t('createdTime')} at={order.created_time} />
        <TimeLine label={spot('updatedAt')} at={order.updated} />
        <RulesLine made={order.created_time} />
        <IdLine id={order.order_id} />
      </dl>
    </>
  )
}
