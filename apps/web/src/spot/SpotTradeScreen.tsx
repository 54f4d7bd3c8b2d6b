import type { SymbolView } from '@truemark/protocol/routes/market'
import { type Side, spotOrderBody, spotOrderPlace } from '@truemark/protocol/routes/spot'
import { spotConditionalBody, spotConditionalPlace } from '@truemark/protocol/routes/spotConditional'
import { useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { joined } from '@truemark/ui/primitives/joined'
import { Tabs } from '@truemark/ui/primitives/Tabs'
import { takeConditional, takeOrder, useConditionals, useOpenOrders } from '../data/account.ts'
import { type ChartLine, StoppedNotice, TradeFrame, TradeGate, useMarketBar, useUnfolding } from '../trade/door.ts'
import { call } from '../data/api.ts'
import { LostSends } from '../parts/LostSends.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { TextLink } from '../parts/TextLink.tsx'
import { ConfirmOrder } from './ConfirmOrder.tsx'
import { TicketPanel } from './TicketPanel.tsx'
import { useTicket } from './useTicket.ts'
import { OpenOrders } from './OpenOrders.tsx'
import { OrderHistory } from './OrderHistory.tsx'

/** Spot trading in one market. */
export function SpotTradeScreen() {
  return <TradeGate Trade={Trade} />
}

function Trade({ market }: { market: SymbolView }) {
  const t = useTranslations('spot')
  const ticket = useTicket(market)
  const lines = useOrderLines(market.symbol)
  const barred = useMarketBar(market)
  const { confirming, setConfirming, unfolded, setUnfolded } = useUnfolding()
  const side = (to: Side) => ({ label: t(to), onPress: () => ticket.act({ type: 'side', side: to }) })
  return (
    <>
      <TradeFrame
        market={market}
        product="coins"
        amounts={{ book: 'spot', label: t('quantity'), unit: market.base, decimals: market.quantity_decimals }}
        lines={lines}
        notices={
          <>
            <StoppedNotice text={barred} />
            <LostOrders />
            <LostConditionals />
          </>
        }
        ticket={<TicketPanel market={market} ticket={ticket} onConfirm={() => setConfirming(true)} />}
        actions={[
          { kind: 'up', ...side('buy') },
          { kind: 'down', ...side('sell') },
        ]}
        unfolded={unfolded}
        onUnfold={setUnfolded}
        onPrice={(price) => ticket.act({ type: 'tapPrice', price })}
        panel={<OrdersPanel symbol={market.symbol} />}
        panelLabel={t('openOrders')}
      />
      <ConfirmOrder
        open={confirming}
        onOpenChange={setConfirming}
        market={market}
        ticket={ticket}
        onPlaced={() => setUnfolded(false)}
      />
    </>
  )
}

/** The limits of the account's open orders in a market, and the prices that are waited for, as lines of its chart. */
function useOrderLines(symbol: string): readonly ChartLine[] {
  const t = useTranslations('spot')
  const orders = useOpenOrders()
  const waiting = useConditionals()
  return useMemo(
    () =>
      [
        ...(orders ?? []).map((order) => ({ ...order, words: t(order.side) })),
        ...(waiting ?? []).map((one) => ({
          ...one,
          price: one.trigger_price,
          words: `${t('conditional')} · ${t(one.side)}`,
        })),
      ].flatMap(({ order_id: id, symbol: of, price, side, quantity, words }) =>
        of !== symbol || price === null
          ? []
          : [{ id, price, label: `${words} ${quantity ?? ''}`, tone: side === 'buy' ? 'up' : 'down' } as const],
      ),
    [orders, symbol, t, waiting],
  )
}

/** Spot orders whose answers were lost. */
function LostOrders() {
  const t = useTranslations('spot')
  const figure = useFigure()
  return (
    <LostSends
      route={spotOrderPlace}
      read={(kept) => {
        const { data: body } = spotOrderBody.safeParse(kept)
        return body === undefined
          ? null
          : {
              what: `${t(body.side)} ${figure(body.quantity ?? body.amount ?? '')} · ${body.symbol}`,
              again: async () => takeOrder(await call(spotOrderPlace, { body })),
            }
      }}
    />
  )
}

/** Orders that were to wait for a price, and whose answers were lost. */
function LostConditionals() {
  const t = useTranslations('spot')
  const figure = useFigure()
  return (
    <LostSends
      route={spotConditionalPlace}
      read={(kept) => {
        const { data: body } = spotConditionalBody.safeParse(kept)
        return body === undefined
          ? null
          : {
              what: `${t('conditional')} · ${t(body.side)} ${figure(body.quantity ?? body.amount ?? '')} · ${body.symbol}`,
              again: async () => takeConditional(await call(spotConditionalPlace, { body })),
            }
      }}
    />
  )
}

/** The account's orders in this market: the open ones and those that are done with. */
function OrdersPanel({ symbol, className }: { symbol: string; className?: string }) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.action')
  const panel = useId()
  const [tab, setTab] = useState<'open' | 'history'>('open')
  const open = [...(useOpenOrders() ?? []), ...(useConditionals() ?? [])]
  const count = open.filter((order) => order.symbol === symbol).length
  return (
    <section aria-label={t('openOrders')} className={joined('flex min-h-0 flex-col', className)}>
      <div className="flex items-center justify-between pr-4 hairline-b">
        <Tabs
          label={t('openOrders')}
          value={tab}
          controls={panel}
          items={[
            { value: 'open', label: count === 0 ? t('openOrders') : `${t('openOrders')} (${count})` },
            { value: 'history', label: t('orderHistory') },
          ]}
          onValueChange={setTab}
          className="pl-1"
        />
        <TextLink to="/market/trade/currency_orders">{shell('seeAll')}</TextLink>
      </div>
      <div id={panel} className="min-h-0 flex-1 overflow-y-auto">
        {tab === 'open' ? <OpenOrders symbol={symbol} /> : <OrderHistory symbol={symbol} />}
      </div>
    </section>
  )
}
