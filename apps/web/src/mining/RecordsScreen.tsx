import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNavigate, useSearch } from '../parts/router/useRouter.ts'
import { RecordPages } from '../parts/RecordPages.tsx'
import { LinkButton } from '../parts/TextLink.tsx'
import { RealOnly } from '../wealth/door.ts'
import { MiningFrame } from './MiningFrame.tsx'
import { useMiningOrders } from './miningQueries.ts'
import { OrderDetailSheet } from './OrderDetailSheet.tsx'
import { OrderCard } from './OrderCard.tsx'

/** What is locked, and what has ended; `?id=` opens one order. */
export function RecordsScreen() {
  return (
    <MiningFrame title="miningRecords">
      <RealOnly>
        <Records />
      </RealOnly>
    </MiningFrame>
  )
}

type Tab = 'ongoing' | 'history'

function Records() {
  const t = useTranslations('mining')
  const panel = useId()
  const [tab, choose] = useState<Tab>('ongoing')
  const search = useSearch()
  const navigate = useNavigate()
  const open = search['id'] ?? null
  const items = [
    { value: 'ongoing', label: t('records.ongoing') },
    { value: 'history', label: t('records.history') },
  ] as const
  return (
    <div className="flex flex-col gap-4">
      <Tabs label={t('records.filter')} value={tab} items={items} onValueChange={choose} controls={panel} />
      <TabPanel id={panel} tab={tab}>
        <List tab={tab} />
      </TabPanel>
      {open !== null && (
        <OrderDetailSheet
          id={open}
          onClose={() => void navigate({ to: '/lockming/records', search: {}, replace: true })}
        />
      )}
    </div>
  )
}

const empty = {
  ongoing: ['records.emptyOngoing', 'records.emptyOngoingText'],
  history: ['records.emptyHistory', 'records.emptyHistoryText'],
} as const

function List({ tab }: { tab: Tab }) {
  const t = useTranslations('mining')
  const query = useMiningOrders(tab)
  const [title, text] = empty[tab]
  return (
    <RecordPages
      query={query}
      emptyTitle={t(title)}
      emptyText={t(text)}
      action={<LinkButton to="/lockming/lockming">{t('toProducts')}</LinkButton>}
    >
      {(order) => <OrderCard key={order.order_id} order={order} />}
    </RecordPages>
  )
}
