import { Link } from '@tanstack/react-router'
import { Tabs } from '@truemark/ui/primitives/Tabs'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDerivatives } from '../data/account.ts'
import { PositionList, useOpenPositions } from '../derivative/door.ts'
import { AccountStrip } from './AccountStrip.tsx'
import { OrderPast, PositionPast } from './PerpetualPast.tsx'
import { PerpetualResting } from './PerpetualResting.tsx'

type PanelTab = 'positions' | 'orders' | 'positionPast' | 'orderPast'

/** What the account has in perpetuals: the account itself, positions, orders that rest, and what is done with. */
export function PerpetualPanel() {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const shell = useTranslations('shell')
  const panel = useId()
  const [tab, setTab] = useState<PanelTab>('positions')
  const positions = useOpenPositions()?.perpetual ?? null
  const resting = useDerivatives()?.orders.length ?? 0
  const counted = (label: string, count: number) => (count === 0 ? label : `${label} (${count})`)
  return (
    <section aria-label={t('positions')} className="@container flex min-h-0 flex-col">
      <AccountStrip className="hairline-b" />
      <div className="flex items-center justify-between hairline-b">
        <Tabs
          label={t('positions')}
          value={tab}
          controls={panel}
          items={[
            { value: 'positions', label: counted(t('positions'), positions?.length ?? 0) },
            { value: 'orders', label: counted(spot('openOrders'), resting) },
            { value: 'positionPast', label: t('positionHistory') },
            { value: 'orderPast', label: spot('orderHistory') },
          ]}
          onValueChange={setTab}
          className="min-w-0 pl-1"
        />
        <Link
          to="/market/trade/contract_orders"
          search={{ game: 'perpetual' }}
          className="inline-flex min-h-11 shrink-0 items-center px-4 text-14 font-medium text-primary"
        >
          {shell('action.seeAll')}
        </Link>
      </div>
      <div id={panel}>
        {tab === 'positions' && <PositionList product="perpetual" positions={positions} />}
        {tab === 'orders' && <PerpetualResting />}
        {tab === 'positionPast' && <PositionPast />}
        {tab === 'orderPast' && <OrderPast />}
      </div>
    </section>
  )
}
