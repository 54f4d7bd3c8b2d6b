import { isStaffSuspicious } from '@truemark/protocol/staffWarning'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'

/** Warns below words of staff that ask for a password, a code, or a payment before a withdrawal; nothing otherwise. */
export function StaffWarning({ text }: { text: string }) {
  const t = useTranslations('support')
  if (!isStaffSuspicious(text)) return null
  return (
    <p role="alert" className="flex gap-2 rounded-control bg-warning-soft p-3 text-14 text-warning">
      <TriangleAlert size={18} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0" />
      {t('staffWarning')}
    </p>
  )
}
