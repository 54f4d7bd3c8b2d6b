import type { SymbolView } from '@truemark/protocol/routes/market'
import type { Side, SpotOrder } from '@truemark/protocol/routes/spot'
import { useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { joined } from '@truemark/ui/primitives/joined'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useConditionals, useOpenOrders } from '../data/account.ts'
import {
  type ChartLine,
  type MovedLine,
  StoppedNotice,
  TradeFrame,
  TradeGate,
  useMarketBar,
  useUnfolding,
} from '../trade/door.ts'
import { TextLink } from '../parts/TextLink.tsx'
import { ConfirmOrder } from './ConfirmOrder.tsx'
import { TicketPanel } from './TicketPanel.tsx'
import { useTicket } from './useTicket.ts'
import { OpenOrders, SpotAmendSheet } from './OpenOrders.tsx'
import { OrderHistory } from './OrderHistory.tsx'

/** Spot trading in one market. */
export function SpotTradeScreen() {
  return <TradeGate Trade={Trade} />
}

function Trade({ market }: { market: SymbolView }) {
  const t = useTranslations('spot')
  const ticket = useTicket(market)
  const lines = useOrderLines(market.symbol)
  const { moved, onMove, sheet } = useMovedOrder()
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
        moved={moved}
        onMove={onMove}
        notices={<StoppedNotice text={barred} />}
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
      {sheet}
    </>
  )
}

/** An open order whose line was moved, and the sheet that asks for its change. */
function useMovedOrder() {
  const orders = useOpenOrders()
  const [moved, setMoved] = useState<(MovedLine & { readonly order: SpotOrder }) | null>(null)
  const onMove = ({ id, price }: MovedLine) => {
    const order = orders?.find((each) => each.order_id === id)
    if (order && moved === null) setMoved({ id, price, order })
  }
  const close = () => setMoved(null)
  const order = orders?.find((each) => each.order_id === moved?.id) ?? moved?.order
  const sheet = moved && order && <SpotAmendSheet key={moved.id} order={order} to={moved.price} onClose={close} />
  return { moved, onMove, sheet }
}

/** The limits of the account's open orders in a market, and the prices that are waited for, as lines of its chart. */
function useOrderLines(symbol: string): readonly ChartLine[] {
  const t = useTranslations('spot')
  const orders = useOpenOrders()
  const waiting = useConditionals()
  return useMemo(
    () =>
      [
        ...(orders ?? []).map((order) => ({ ...order, words: t(order.side), moves: true })),
        ...(waiting ?? []).map((one) => ({
          ...one,
          price: one.trigger_price,
          words: `${t('conditional')} · ${t(one.side)}`,
          moves: false,
        })),
      ].flatMap(({ order_id: id, symbol: of, price, side, quantity, words, moves }) =>
        of !== symbol || price === null
          ? []
          : [{ id, price, label: `${words} ${quantity ?? ''}`, moves, tone: side === 'buy' ? 'up' : 'down' } as const],
      ),
    [orders, symbol, t, waiting],
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
      <TabPanel id={panel} tab={tab} className="min-h-0 flex-1 overflow-y-auto">
        {tab === 'open' ? <OpenOrders symbol={symbol} /> : <OrderHistory symbol={symbol} />}
      </TabPanel>
    </section>
  )
}
