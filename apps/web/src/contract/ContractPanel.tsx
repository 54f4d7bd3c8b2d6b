import { useTranslations } from 'use-intl'
import { useDerivatives } from '../data/account.ts'
import { LotPanel, PositionList, useOpenPositions } from '../derivative/door.ts'
import { ContractHistory } from './ContractHistory.tsx'
import { ContractResting } from './ContractResting.tsx'

/** What the account has in contracts: tickets, orders that rest, and what is done with. */
export function ContractPanel() {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const tickets = useOpenPositions()?.tickets ?? null
  const resting = useDerivatives()?.tickets.filter((each) => each.rests).length ?? 0
  const open = <PositionList product="contract" positions={tickets} />
  return (
    <LotPanel
      product="contract"
      tabs={[
        { value: 'positions', label: t('positions'), count: tickets?.length ?? 0, shown: open },
        { value: 'orders', label: spot('openOrders'), count: resting, shown: <ContractResting /> },
        { value: 'past', label: t('history'), shown: <ContractHistory /> },
      ]}
    />
  )
}
