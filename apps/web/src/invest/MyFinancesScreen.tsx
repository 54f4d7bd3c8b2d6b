import type { InvestStatus } from '@truemark/protocol/routes/invest'
import { Page } from '@truemark/ui/primitives/Page'
import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNavigate } from '../parts/router/useRouter.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { RecordPages } from '../parts/RecordPages.tsx'
import { LinkButton } from '../parts/TextLink.tsx'
import { useMeantRecord } from '../wallet/door.ts'
import { RealOnly } from '../wealth/door.ts'
import { Investment } from './Investment.tsx'
import { useInvestments } from './investQueries.ts'

/** What was bought, and what became of it; `?id=` shows one alone. */
export function MyFinancesScreen() {
  return (
    <>
      <BackHeader name="myFinances" />
      <RealOnly>
        <Records />
      </RealOnly>
    </>
  )
}

function Records() {
  const t = useTranslations('invest')
  const panel = useId()
  const [status, choose] = useState<InvestStatus | 'all'>('all')
  const meant = useMeantRecord()
  const navigate = useNavigate()
  const query = useInvestments(status, meant)
  const showAll = () => void navigate({ to: '/invest/my-finances', search: {}, replace: true })
  const items = [
    { value: 'all', label: t('records.all') },
    { value: 'purchased', label: t('status.purchased') },
    { value: 'completed', label: t('status.completed') },
  ] as const
  return (
    <Page width="panes" className="flex flex-col gap-4">
      <Tabs
        label={t('records.filter')}
        value={status}
        items={items}
        onValueChange={(next) => {
          choose(next)
          if (meant !== '') showAll()
        }}
        controls={panel}
      />
      <TabPanel id={panel} tab={status}>
        <RecordPages
          query={query}
          emptyTitle={t('records.emptyTitle')}
          emptyText={t('records.emptyText')}
          onAll={meant === '' ? undefined : showAll}
          action={<LinkButton to="/invest/invest">{t('toList')}</LinkButton>}
        >
          {(order) => <Investment key={order.order_id} order={order} meant={order.order_id === meant} />}
        </RecordPages>
      </TabPanel>
    </Page>
  )
}
