import { joined } from '@truemark/ui/primitives/joined'
import { Tabs } from '@truemark/ui/primitives/Tabs'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOpenOrders } from '../data/account.ts'
import { TextLink } from '../parts/TextLink.tsx'
import { OpenOrders } from './OpenOrders.tsx'
import { OrderHistory } from './OrderHistory.tsx'

/** The account's orders in this market: the open ones and those that are done with. */
export function OrdersPanel({ symbol, className }: { symbol: string; className?: string }) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.action')
  const panel = useId()
  const [tab, setTab] = useState<'open' | 'history'>('open')
  const count = useOpenOrders()?.filter((order) => order.symbol === symbol).length ?? 0
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
