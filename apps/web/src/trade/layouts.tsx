import { Button } from '@truemark/ui/primitives/Button'
import { Tabs } from '@truemark/ui/primitives/Tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { OrderBook } from './OrderBook.tsx'
import { RecentTrades } from './RecentTrades.tsx'
import type { TradeFrameProps } from './frame.ts'

type PhoneTab = 'book' | 'trades' | 'panel'

/** One column; the ticket rises from the bar at the bottom. */
export function PhoneTrade(props: TradeFrameProps) {
  const { market, amounts, lines, ticket, actions, unfolded, onUnfold, onPrice, panel, panelLabel } = props
  const t = useTranslations('spot')
  const [tab, setTab] = useState<PhoneTab>(amounts ? 'book' : 'panel')
  return (
    <div className="flex flex-col pb-12">
      <ChartPanel market={market} lines={lines} className="h-[clamp(17rem,37dvh,22rem)]" />
      <Tabs
        label={t('order')}
        value={tab}
        items={[
          ...(amounts ? [{ value: 'book', label: t('orderBook') } as const] : []),
          { value: 'trades', label: t('recentTrades') },
          { value: 'panel', label: panelLabel },
        ]}
        onValueChange={setTab}
        className="px-1"
      />
      {tab === 'book' && amounts && (
        <OrderBook
          market={market}
          amounts={amounts}
          layout="beside"
          onPrice={(price) => {
            onPrice(price)
            onUnfold(true)
          }}
        />
      )}
      {tab === 'trades' && <RecentTrades market={market} rows={20} />}
      {tab === 'panel' && panel}
      <div className="fixed inset-x-0 bottom-0 z-10 flex gap-2 bg-background pt-2 pr-20 pb-[calc(4.25rem+var(--safe-bottom))] pl-4 hairline-t">
        {actions.map(({ label, kind, onPress }) => (
          <Button
            key={kind}
            kind={kind}
            className="min-w-0 flex-1 px-1 break-keep"
            onClick={() => {
              onPress()
              onUnfold(true)
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <OwnSheet open={unfolded} onClose={() => onUnfold(false)} title={`${market.base}/${market.quote}`}>
        {ticket}
      </OwnSheet>
    </div>
  )
}

/** Two panes: the market and what is open, and the ticket. */
export function TabletTrade({ market, amounts, lines, ticket, onPrice, panel }: TradeFrameProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col shadow-[inset_-1px_0_0_0_var(--line)]">
        <ChartPanel market={market} lines={lines} className="h-[26rem] pr-px" />
        <div className={amounts ? 'grid grid-cols-2 hairline-t' : 'hairline-t'}>
          {amounts && <OrderBook market={market} amounts={amounts} layout="stacked" onPrice={onPrice} />}
          <RecentTrades market={market} rows={12} dense />
        </div>
        <div className="min-w-0 hairline-t">{panel}</div>
      </div>
      <div className="p-4">{ticket}</div>
    </div>
  )
}

/** One desk: chart large, book and trades beside it, ticket right, what is open below. */
export function DeskTrade({ market, amounts, lines, ticket, onPrice, panel }: TradeFrameProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_16rem_20rem]">
      <div className="col-span-2 flex min-w-0 flex-col">
        <div className="grid h-[max(34rem,64dvh)] grid-cols-[minmax(0,1fr)_16rem]">
          <ChartPanel market={market} lines={lines} className="min-w-0 pr-px" />
          <div className="flex min-h-0 flex-col shadow-[inset_1px_0_0_0_var(--line)]">
            {amounts && <OrderBook market={market} amounts={amounts} layout="stacked" onPrice={onPrice} />}
            <div className="flex min-h-0 flex-1 flex-col hairline-t">
              <RecentTrades market={market} rows={40} dense />
            </div>
          </div>
        </div>
        <div className="min-h-72 min-w-0 hairline-t">{panel}</div>
      </div>
      <div className="p-4 shadow-[inset_1px_0_0_0_var(--line)]">{ticket}</div>
    </div>
  )
}
