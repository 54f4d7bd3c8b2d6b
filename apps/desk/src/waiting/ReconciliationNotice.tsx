import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../i18n/door.ts'
import { useDeskWaiting } from './useDeskWaiting.ts'

/** Says that today's reconciliation is missing, or that the last one found a difference; nothing where all is well. */
export function ReconciliationNotice() {
  const t = useTranslations('desk.waiting')
  const dateTime = useDateTime()
  const standing = useDeskWaiting().waiting?.reconciliation
  if (!standing || (!standing.due && !standing.differs)) return null
  const { last, due, differs } = standing
  return (
    <output className="mb-4 flex gap-3 rounded-card bg-danger-soft px-4 py-3">
      <TriangleAlert size={20} strokeWidth={1.5} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
      <span className="flex min-w-0 max-w-[72ch] flex-col gap-1 text-14 text-text">
        {due && <span>{last === null ? t('neverReconciled') : t('reconciliationDue', { time: dateTime(last) })}</span>}
        {differs && <span>{t('reconciliationDiffers')}</span>}
      </span>
    </output>
  )
}
