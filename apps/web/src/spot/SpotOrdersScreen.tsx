import type { Side } from '@truemark/protocol/routes/spot'
import { Page } from '@truemark/ui/primitives/Page'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Select } from '@truemark/ui/primitives/Select'
import { Tabs } from '@truemark/ui/primitives/Tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMarkets } from '../data/markets.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { OpenOrders } from './OpenOrders.tsx'
import { OrderHistory } from './OrderHistory.tsx'

const every = 'all'

/** All spot orders of the account, open and done with, by market and side. */
export function SpotOrdersScreen() {
  const t = useTranslations('spot')
  const shell = useTranslations('shell')
  const markets = useMarkets().data ?? []
  const [tab, setTab] = useState<'open' | 'history'>('open')
  const [pair, setPair] = useState(every)
  const [side, setSide] = useState<Side | typeof every>(every)
  const symbol = pair === every ? undefined : pair
  const pairs = markets.map((market) => ({ value: market.symbol, label: `${market.base}/${market.quote}` }))
  const sideFilter = side === every ? undefined : side
  return (
    <>
      <BackHeader name="spotOrders" />
      <Page width="panes" className="flex flex-col gap-3">
        <Tabs
          label={shell('title.spotOrders')}
          value={tab}
          items={[
            { value: 'open', label: t('openOrders') },
            { value: 'history', label: t('orderHistory') },
          ]}
          onValueChange={setTab}
        />
        <div className="grid gap-3 tablet:grid-cols-2 desk:max-w-160">
          <Select
            label={t('pair')}
            labelHidden
            value={pair}
            options={[{ value: every, label: t('allPairs') }, ...pairs]}
            onValueChange={setPair}
          />
          <Segmented
            label={t('side')}
            value={side}
            items={[
              { value: every, label: t('allSides') },
              { value: 'buy', label: t('buy') },
              { value: 'sell', label: t('sell') },
            ]}
            onValueChange={setSide}
          />
        </div>
        <div className="overflow-hidden rounded-card bg-surface">
          {tab === 'open' ? (
            <OpenOrders symbol={symbol} side={sideFilter} />
          ) : (
            <OrderHistory symbol={symbol} side={sideFilter} />
          )}
        </div>
      </Page>
    </>
  )
}
