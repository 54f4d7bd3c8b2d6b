import { Link, useParams } from '@tanstack/react-router'
import type { SymbolView } from '@truemark/protocol/routes/market'
import type { Side } from '@truemark/protocol/routes/spot'
import { buttonClass, Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { Tabs } from '@truemark/ui/primitives/Tabs'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useChannels } from '../data/live.ts'
import { useDayAgoPoll, useMarket, useMarkets } from '../data/markets.ts'
import { useShape } from '../reader/door.ts'
import { ChartPanel } from './ChartPanel.tsx'
import { ConfirmOrder } from './ConfirmOrder.tsx'
import { LostOrders } from './LostOrders.tsx'
import { OrderBook } from './OrderBook.tsx'
import { OrdersPanel } from './OrdersPanel.tsx'
import { RecentTrades } from './RecentTrades.tsx'
import { TicketPanel } from './TicketPanel.tsx'
import { TradeHeader } from './TradeHeader.tsx'
import { useTicket, type Ticket } from './useTicket.ts'

/** Spot trading in one market. */
export function SpotTradeScreen() {
  const t = useTranslations('errors')
  const shell = useTranslations('shell')
  const { symbol = '' } = useParams({ strict: false })
  const markets = useMarkets()
  const market = useMarket(symbol)
  if (market) return <Trade market={market} />
  if (market === null) {
    return (
      <EmptyState
        drawing="market"
        title={t('symbol_unknown')}
        action={
          <Link to="/market/trading" className={buttonClass('secondary', true)}>
            {shell('menu.market')}
          </Link>
        }
      />
    )
  }
  if (markets.isError) {
    return (
      <ErrorState
        title={shell('failure.loadTitle')}
        text={shell('failure.loadText')}
        retryLabel={shell('action.retry')}
        onRetry={() => void markets.refetch()}
      />
    )
  }
  return (
    <output aria-label={shell('state.loading')} className="flex flex-col gap-4 p-4">
      <Skeleton className="h-11 w-44" />
      <Skeleton className="h-11 w-60" />
      <Skeleton className="h-80" />
    </output>
  )
}

interface TradeProps {
  market: SymbolView
  ticket: Ticket
  /** Whether the phone's ticket is in sight; it makes way for the confirmation and comes back from it. */
  unfolded: boolean
  onUnfold: (unfolded: boolean) => void
  onConfirm: () => void
}

function Trade({ market }: { market: SymbolView }) {
  const { symbol } = market
  const shape = useShape()
  const ticket = useTicket(market)
  const [confirming, setConfirming] = useState(false)
  const [unfolded, setUnfolded] = useState(false)
  useDayAgoPoll(useMemo(() => [symbol], [symbol]))
  useChannels(
    useMemo(
      () => [
        { kind: 'day', symbol },
        { kind: 'book', symbol },
      ],
      [symbol],
    ),
  )
  const Layout = shape === 'phone' ? PhoneTrade : shape === 'tablet' ? TabletTrade : DeskTrade
  return (
    <>
      <TradeHeader market={market} />
      <LostOrders />
      <Layout
        market={market}
        ticket={ticket}
        unfolded={unfolded && !confirming}
        onUnfold={setUnfolded}
        onConfirm={() => setConfirming(true)}
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

function PhoneTrade({ market, ticket, unfolded, onUnfold, onConfirm }: TradeProps) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.action')
  const [tab, setTab] = useState<'book' | 'trades' | 'orders'>('book')
  const trade = (side: Side) => {
    ticket.act({ type: 'side', side })
    onUnfold(true)
  }
  const onPrice = (price: string) => {
    ticket.act({ type: 'tapPrice', price })
    onUnfold(true)
  }
  return (
    <div className="flex flex-col pb-12">
      <ChartPanel market={market} className="h-[clamp(17rem,37dvh,22rem)]" />
      <Tabs
        label={t('order')}
        value={tab}
        items={[
          { value: 'book', label: t('orderBook') },
          { value: 'trades', label: t('recentTrades') },
          { value: 'orders', label: t('openOrders') },
        ]}
        onValueChange={setTab}
        className="px-1"
      />
      {tab === 'book' && <OrderBook market={market} layout="beside" onPrice={onPrice} />}
      {tab === 'trades' && <RecentTrades market={market} rows={20} />}
      {tab === 'orders' && <OrdersPanel symbol={market.symbol} />}
      <div className="fixed inset-x-0 bottom-0 z-10 flex gap-2 bg-background pt-2 pr-20 pb-[calc(4.25rem+var(--safe-bottom))] pl-4 hairline-t">
        <Button kind="up" className="flex-1" onClick={() => trade('buy')}>
          {t('buy')}
        </Button>
        <Button kind="down" className="flex-1" onClick={() => trade('sell')}>
          {t('sell')}
        </Button>
      </div>
      <Sheet
        open={unfolded}
        onOpenChange={onUnfold}
        title={`${market.base}/${market.quote}`}
        closeLabel={shell('close')}
      >
        <TicketPanel market={market} ticket={ticket} onConfirm={onConfirm} />
      </Sheet>
    </div>
  )
}

function TabletTrade({ market, ticket, onConfirm }: TradeProps) {
  const onPrice = (price: string) => ticket.act({ type: 'tapPrice', price })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col shadow-[inset_-1px_0_0_0_var(--line)]">
        <ChartPanel market={market} className="h-[26rem] pr-px" />
        <div className="grid grid-cols-2 hairline-t">
          <OrderBook market={market} layout="stacked" onPrice={onPrice} />
          <RecentTrades market={market} rows={12} dense />
        </div>
        <OrdersPanel symbol={market.symbol} className="hairline-t" />
      </div>
      <div className="p-4">
        <TicketPanel market={market} ticket={ticket} onConfirm={onConfirm} />
      </div>
    </div>
  )
}

function DeskTrade({ market, ticket, onConfirm }: TradeProps) {
  const onPrice = (price: string) => ticket.act({ type: 'tapPrice', price })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_16rem_20rem]">
      <div className="col-span-2 flex min-w-0 flex-col">
        <div className="grid h-[max(34rem,64dvh)] grid-cols-[minmax(0,1fr)_16rem]">
          <ChartPanel market={market} className="min-w-0 pr-px" />
          <div className="flex min-h-0 flex-col shadow-[inset_1px_0_0_0_var(--line)]">
            <OrderBook market={market} layout="stacked" onPrice={onPrice} />
            <div className="flex min-h-0 flex-1 flex-col hairline-t">
              <RecentTrades market={market} rows={40} dense />
            </div>
          </div>
        </div>
        <OrdersPanel symbol={market.symbol} className="min-h-72 hairline-t" />
      </div>
      <div className="p-4 shadow-[inset_1px_0_0_0_var(--line)]">
        <TicketPanel market={market} ticket={ticket} onConfirm={onConfirm} />
      </div>
    </div>
  )
}
