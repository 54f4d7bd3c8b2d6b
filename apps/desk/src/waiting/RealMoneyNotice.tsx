import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useDeskWaiting } from './useDeskWaiting.ts'

/**
 * Says that a condition of real money was lost, which of them, and what goes on; nothing where all are met, and nothing
 * where no country is on, since then nobody has lost anything.
 */
export function RealMoneyNotice() {
  const t = useTranslations('desk')
  const missing = useDeskWaiting().waiting?.real_money_missing ?? []
  if (missing.length === 0 || missing.includes('country_on')) return null
  return (
    <output className="mb-4 flex gap-3 rounded-card bg-danger-soft px-4 py-3">
      <TriangleAlert size={20} strokeWidth={1.5} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
      <span className="flex min-w-0 max-w-[72ch] flex-col gap-1 text-14 text-text">
        <span className="font-medium">{t('waiting.realMoneyClosed')}</span>
        <span>{t('waiting.realMoneyGoesOn')}</span>
        <ul className="list-disc pl-5">
          {missing.map((name) => (
            <li key={name}>
              {t(`products.condition.${name}`)} <span className="text-secondary">{t('products.unmet')}</span>
            </li>
          ))}
        </ul>
        <Link to="/products" className="inline-flex min-h-11 items-center self-start font-medium text-text underline">
          {t('waiting.realMoneyLink')}
        </Link>
      </span>
    </output>
  )
}
