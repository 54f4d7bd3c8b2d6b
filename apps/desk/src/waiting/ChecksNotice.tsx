import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useDeskWaiting } from './useDeskWaiting.ts'

/** Says which of the server's checks of itself do not hold, and what they found; nothing where all do. */
export function ChecksNotice() {
  const t = useTranslations('desk.waiting')
  const failed = useDeskWaiting().waiting?.checks_failed ?? []
  if (failed.length === 0) return null
  return (
    <output className="mb-4 flex gap-3 rounded-card bg-danger-soft px-4 py-3">
      <TriangleAlert size={20} strokeWidth={1.5} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
      <span className="flex min-w-0 max-w-[72ch] flex-col gap-2 text-14 text-text">
        {t('checksFailed')}
        {failed.map(({ name, detail }) => (
          <span key={name} className="break-words">
            <strong className="font-medium">{t(`check.${name}`)}</strong> {detail}
          </span>
        ))}
      </span>
    </output>
  )
}
