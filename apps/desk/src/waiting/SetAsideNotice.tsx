import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useDeskWaiting } from './useDeskWaiting.ts'

/** Says that what screens and lists show lacks committed facts; nothing where all is well. */
export function SetAsideNotice() {
  const t = useTranslations('desk.waiting')
  const count = useDeskWaiting().waiting?.set_aside ?? 0
  if (count === 0) return null
  return (
    <output className="mb-4 flex gap-3 rounded-card bg-danger-soft px-4 py-3">
      <TriangleAlert size={20} strokeWidth={1.5} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
      <span className="min-w-0 max-w-[72ch] text-14 text-text">{t('setAside', { count })}</span>
    </output>
  )
}
