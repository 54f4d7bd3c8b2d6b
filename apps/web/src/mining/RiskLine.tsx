import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'

/** The risk, before any rate is read. */
export function RiskLine() {
  const t = useTranslations('mining')
  return (
    <p className="flex items-start gap-2.5 rounded-card bg-warning-soft px-4 py-3 text-14">
      <TriangleAlert size={18} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />
      <span>{t('risk')}</span>
    </p>
  )
}
