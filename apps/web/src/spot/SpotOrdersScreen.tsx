import type { Side } from '@truemark/protocol/routes/spot'
import { Page } from '@truemark/ui/primitives/Page'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { BackHeader } from '../parts/BackHeader.tsx'
import { PairSelect, SideFilter } from '../trade/door.ts'
import { ConditionalHistory } from './ConditionalHistory.tsx'
import { OpenOrders } from './OpenOrders.tsx'
import { OrderHistory } from './OrderHistory.tsx'

/** All spot orders of the account, open, done with, and those that have waited for a price, by market and side. */
export function SpotOrdersScreen() {
  const t = useTranslations('spot')
  const shell = useTranslations('shell')
  const [tab, setTab] = useState<'open' | 'history' | 'conditional'>('open')
  const [symbol, setSymbol] = useState<string>()
  const [side, setSide] = useState<Side>()
  return (
    <>
      <BackHeader name="spotOrders" />
      <Page width="panes" className="flex flex-col gap-3">
        <Tabs
          label={shell('title.spotOrders')}
          value={tab}
          controls="orders"
          items={[
            { value: 'open', label: t('openOrders') },
            { value: 'history', label: t('orderHistory') },
            { value: 'conditional', label: t('conditionalOrders') },
          ]}
          onValueChange={setTab}
        />
        <div className="grid gap-3 tablet:grid-cols-2 desk:max-w-160">
          <PairSelect label={t('pair')} every={t('allPairs')} value={symbol} onChange={setSymbol} />
          <SideFilter labels={{ all: t('allSides'), buy: t('buy'), sell: t('sell') }} value={side} onChange={setSide} />
        </div>
        <TabPanel id="orders" tab={tab} className="overflow-hidden rounded-card bg-surface">
          {tab === 'open' && <OpenOrders symbol={symbol} side={side} />}
          {tab === 'history' && <OrderHistory symbol={symbol} side={side} />}
          {tab === 'conditional' && <ConditionalHistory symbol={symbol} side={side} />}
        </TabPanel>
      </Page>
    </>
  )
}
