import { Tabs } from '@truemark/ui/primitives/Tabs'
import { useTranslations } from 'use-intl'

export type Queue = 'open' | 'done'

/** What waits, or what was decided. */
export function QueueTabs({
  label,
  queue,
  onChange,
}: {
  label: string
  queue: Queue
  onChange: (queue: Queue) => void
}) {
  const t = useTranslations('desk.cashier')
  return (
    <Tabs
      label={label}
      value={queue}
      items={[
        { value: 'open', label: t('open') },
        { value: 'done', label: t('done') },
      ]}
      onValueChange={onChange}
      className="mb-4"
    />
  )
}
