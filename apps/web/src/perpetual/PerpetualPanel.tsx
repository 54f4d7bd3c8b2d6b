import { useTranslations } from 'use-intl'
import { useDerivatives } from '../data/account.ts'
import { LotPanel, PositionList, useOpenPositions } from '../derivative/door.ts'
import { AccountStrip } from './AccountStrip.tsx'
import { OrderPast, PositionPast } from './PerpetualPast.tsx'
import { PerpetualResting } from './PerpetualResting.tsx'

/** What the account has in perpetuals: the account itself, positions, orders that rest, and what is done with. */
export function PerpetualPanel() {
  const t = useTranslations('trade')
  const spot = useTranslations('spot')
  const positions = useOpenPositions()?.perpetual ?? null
  const resting = useDerivatives()?.orders.length ?? 0
  const open = <PositionList product="perpetual" positions={positions} />
  return (
    <LotPanel
      product="perpetual"
      head={<AccountStrip className="hairline-b" />}
      tabs={[
        { value: 'positions', label: t('positions'), count: positions?.length ?? 0, shown: open },
        { value: 'orders', label: spot('openOrders'), count: resting, shown: <PerpetualResting /> },
        { value: 'past', label: t('positionHistory'), shown: <PositionPast /> },
        { value: 'orderPast', label: spot('orderHistory'), shown: <OrderPast /> },
      ]}
    />
  )
}
