import { TabPanel, Tabs } from '@truemark/ui/primitives/Tabs'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

export type Queue = 'open' | 'done'

const panel = 'queue'

/** What waits, or what was decided. */
export function QueueTabs({
  label,
  queue,
  onChange,
  children,
}: {
  label: string
  queue: Queue
  onChange: (queue: Queue) => void
  /** The list of the chosen queue. */
  children: ReactNode
}) {
  const t = useTranslations('desk.cashier')
  return (
    <>
      <Tabs
        label={label}
        value={queue}
        controls={panel}
        items={[
          { value: 'open', label: t('open') },
          { value: 'done', label: t('done') },
        ]}
        onValueChange={onChange}
        className="mb-4"
      />
      <TabPanel id={panel} tab={queue}>
        {children}
      </TabPanel>
    </>
  )
}
