import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { useMay } from '../data/session.ts'
import { Heading } from '../table/door.ts'
import { RecentAudit, RecentMessages, RecentUsers } from './RecentLists.tsx'
import { ChecksNotice, RealMoneyNotice, SetAsideNotice } from '../waiting/door.ts'
import { FeesTile, MarketsTile, NearestTile } from './Tiles.tsx'
import { ClockBadge } from './ClockBadge.tsx'
import { WaitingTiles } from './WaitingTiles.tsx'

/** What stands at a glance: what waits for a decision, the markets, the house's risk, the newest people, messages and deeds. */
export function OverviewScreen() {
  const t = useTranslations('desk')
  const app = useAppData()
  const mayPeople = useMay('desk_people')
  const mayOutbox = useMay('desk_people_write')
  const mayAudit = useMay('desk_audit')
  return (
    <>
      <Heading
        title={t('menu.overview')}
        text={t('cannotEdit')}
        actions={
          app && (
            <>
              <ClockBadge />
              {app.demo_only && <Badge tone="info">{t('overview.demoOnly')}</Badge>}
              {app.simulated && <Badge tone="warning">{t('overview.simulated')}</Badge>}
            </>
          )
        }
      />
      <RealMoneyNotice />
      <SetAsideNotice />
      <ChecksNotice />
      <div className="grid grid-cols-2 gap-3 wide:grid-cols-4">
        <WaitingTiles />
        <MarketsTile />
        <NearestTile />
        <FeesTile realm="real" />
        <FeesTile realm="demo" />
      </div>
      <div className="grid gap-x-4 gap-y-6 pt-6 desk:grid-cols-3">
        {mayPeople && <RecentUsers />}
        {mayOutbox && <RecentMessages />}
        {mayAudit && <RecentAudit />}
      </div>
    </>
  )
}
