import { Button } from '@truemark/ui/primitives/Button'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { OrderBook } from './OrderBook.tsx'
import { RecentTrades } from './RecentTrades.tsx'
import type { LayoutProps } from './frame.ts'

const TradeKeys = lazyPart(() => import('./TradeKeys.tsx').then((m) => m.TradeKeys))
const WideColumn = lazyPart(() => import('./WideColumn.tsx').then((m) => m.WideColumn))

type PhoneTab = 'book' | 'trades' | 'panel'

/** One column; the ticket rises from the bar at the bottom. */
export function PhoneTrade(props: LayoutProps) {
  const { market, amounts, lines, onMove, ticket, actions, unfolded, onUnfold, onPrice, panel, panelLabel } = props
  const t = useTranslations('spot')
  const [tab, setTab] = useState<PhoneTab>(amounts ? 'book' : 'panel')
  return (
    <div className="flex flex-col pb-12">
      <ChartPanel market={market} lines={lines} onMove={onMove} className="h-[clamp(17rem,37dvh,22rem)]" />
      <Tabs
        label={t('order')}
        value={tab}
        controls="market"
        items={[
          ...(amounts ? [{ value: 'book', label: t('orderBook') } as const] : []),
          { value: 'trades', label: t('recentTrades') },
          { value: 'panel', label: panelLabel },
        ]}
        onValueChange={setTab}
        className="px-1"
      />
      <TabPanel id="market" tab={tab}>
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
      </TabPanel>
      <div className="fixed inset-x-0 bottom-0 z-10 bg-background pt-2 pr-20 pb-[calc(4.25rem+var(--safe-bottom))] pl-4 hairline-t">
        <div data-tour="ticket" className="flex gap-2">
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
      </div>
      <OwnSheet open={unfolded} onClose={() => onUnfold(false)} title={`${market.base}/${market.quote}`}>
        {ticket}
      </OwnSheet>
    </div>
  )
}

/** Two panes: the market and what is open, and the ticket. */
export function TabletTrade({ market, amounts, lines, onMove, ticket, onPrice, panel }: LayoutProps) {
  const t = useTranslations('spot')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col shadow-[inset_-1px_0_0_0_var(--line)]">
        <ChartPanel market={market} lines={lines} onMove={onMove} className="h-[26rem] pr-px" />
        <div className={amounts ? 'grid grid-cols-2 hairline-t' : 'hairline-t'}>
          {amounts && <OrderBook market={market} amounts={amounts} layout="stacked" onPrice={onPrice} />}
          <RecentTrades market={market} rows={12} dense />
        </div>
        <div className="min-w-0 hairline-t">{panel}</div>
      </div>
      <section aria-label={t('order')} data-tour="ticket" className="p-4">
        {ticket}
      </section>
    </div>
  )
}

/** One desk: chart large with what is open below, the deep book and the trades beside them, ticket right. */
export function DeskTrade({ market, amounts, lines, onMove, ticket, actions, onPrice, panel }: LayoutProps) {
  const t = useTranslations('spot')
  const ticketRef = useRef<HTMLElement>(null)
  const own = useMemo(() => new Set(lines.filter(({ moves }) => moves).map(({ price }) => price)), [lines])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_18rem_20rem]">
      <div className="flex min-w-0 flex-col">
        <ChartPanel
          market={market}
          lines={lines}
          onMove={onMove}
          amounts={amounts}
          className="h-[max(34rem,64dvh)] pr-px"
        />
        <div className="min-h-72 min-w-0 hairline-t">{panel}</div>
      </div>
      <div className="shadow-[inset_1px_0_0_0_var(--line)]">
        <div className="sticky top-0 flex h-[clamp(34rem,calc(100dvh-9.5rem),64rem)] flex-col pl-px">
          {amounts ? (
            <Suspense>
              <WideColumn market={market} amounts={amounts} own={own} onPrice={onPrice} />
            </Suspense>
          ) : (
            <RecentTrades market={market} rows={40} dense />
          )}
        </div>
      </div>
      <div className="p-4 shadow-[inset_1px_0_0_0_var(--line)]">
        <section ref={ticketRef} aria-label={t('order')} data-tour="ticket">
          {ticket}
        </section>
        <Suspense>
          <TradeKeys actions={actions} ticket={ticketRef} />
        </Suspense>
      </div>
    </div>
  )
}
