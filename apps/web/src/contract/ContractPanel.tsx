import { Link } from '@tanstack/react-router'
import { Tabs } from '@truemark/ui/primitives/Tabs'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDerivatives } from '../data/account.ts'
import { PositionList, useOpenPositions } from '../derivative/door.ts'
import { ContractHistory } from './ContractHistory.tsx'
import { ContractResting } from './ContractResting.tsx'

type PanelTab = 'positions' | 'orders' | 'history'

/** What the account has in contracts: tickets, orders that rest, and what is done with. */
export function ContractPanel() {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const shell = useTranslations('shell')
  const panel = useId()
  const [tab, setTab] = useState<PanelTab>('positions')
  const tickets = useOpenPositions()?.tickets ?? null
  const resting = useDerivatives()?.tickets.filter((each) => each.rests).length ?? 0
  const counted = (label: string, count: number) => (count === 0 ? label : `${label} (${count})`)
  return (
    <section aria-label={t('positions')} className="flex min-h-0 flex-col">
      <div className="flex items-center justify-between hairline-b">
        <Tabs
          label={t('positions')}
          value={tab}
          controls={panel}
          items={[
            { value: 'positions', label: counted(t('positions'), tickets?.length ?? 0) },
            { value: 'orders', label: counted(spot('openOrders'), resting) },
            { value: 'history', label: t('history') },
          ]}
          onValueChange={setTab}
          className="min-w-0 pl-1"
        />
        <Link
          to="/market/trade/contract_orders"
          className="inline-flex min-h-11 shrink-0 items-center px-4 text-14 font-medium text-primary"
        >
          {shell('action.seeAll')}
        </Link>
      </div>
      <div id={panel}>
        {tab === 'positions' && <PositionList product="contract" positions={tickets} />}
        {tab === 'orders' && <ContractResting />}
        {tab === 'history' && <ContractHistory />}
      </div>
    </section>
  )
}
