import { joined } from '@truemark/ui/primitives/joined'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { AccountStrip } from './AccountStrip.tsx'
import { LotList, useLotTabs, type LotTab } from './LotList.tsx'
import type { LotProduct } from './lotContext.ts'
import { useOwnPositions, useRestingOrders } from './useLots.ts'

/** What the account has in a product: what is open, what rests, and what is done with; above it the cross account. */
export function LotPanel({ product }: { product: LotProduct }) {
  const t = useTranslations('trade')
  const shell = useTranslations('shell')
  const panel = useId()
  const [tab, setTab] = useState<LotTab>('positions')
  const counts: Partial<Record<LotTab, number>> = {
    positions: useOwnPositions(product)?.length ?? 0,
    orders: useRestingOrders(product)?.length ?? 0,
  }
  const isCross = product === 'perpetual'
  const items = useLotTabs(product).map(({ value, label }) => {
    const count = counts[value] ?? 0
    return { value, label: count === 0 ? label : `${label} (${count})` }
  })
  return (
    <section aria-label={t('positions')} className={joined(isCross && '@container', 'flex min-h-0 flex-col')}>
      {isCross && <AccountStrip className="hairline-b" />}
      <div className="flex items-center justify-between hairline-b">
        <Tabs
          label={t('positions')}
          value={tab}
          controls={panel}
          items={items}
          onValueChange={setTab}
          className="min-w-0 pl-1"
        />
        <Link
          to="/market/trade/contract_orders"
          {...(isCross ? { search: { game: product } } : {})}
          className="inline-flex min-h-11 shrink-0 items-center px-4 text-14 font-medium text-primary"
        >
          {shell('action.seeAll')}
        </Link>
      </div>
      <TabPanel id={panel} tab={tab}>
        <LotList product={product} tab={tab} />
      </TabPanel>
    </section>
  )
}
