import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useTranslations } from 'use-intl'
import { boundsOf, notationOf, type TermName } from './terms.ts'

/** The names of the terms in the reader's language. */
export function useTermNames(): Record<TermName, string> {
  const t = useTranslations('desk.walletTerms')
  return {
    fee_rate: t('feeRate'),
    fee_min: t('feeMin'),
    deposit_min: t('depositMin'),
    withdrawal_min: t('withdrawalMin'),
    four_eyes_min: t('fourEyesMin'),
    review_hours: t('reviewHours'),
    deposit_none: t('depositMax', { level: 'none' }),
    deposit_primary: t('depositMax', { level: 'primary' }),
    deposit_advanced: t('depositMax', { level: 'advanced' }),
    withdrawal_none: t('withdrawalMax', { level: 'none' }),
    withdrawal_primary: t('withdrawalMax', { level: 'primary' }),
    withdrawal_advanced: t('withdrawalMax', { level: 'advanced' }),
  }
}

/** Writes a term with its unit; an empty one is no limit. */
export function useWritten(): (name: TermName, text: string) => string {
  const t = useTranslations('desk.walletTerms')
  const locale = useFigureLocale()
  return (name, text) => {
    if (text === '') return t('unlimited')
    const figure = formatFigure(text, locale, { decimalsMin: 0 })
    const notation = notationOf(name)
    if (notation === 'percent') return `${figure} %`
    return notation === 'usdt' ? `${figure} USDT` : t('hours', { count: figure })
  }
}

/** Says between what a term must lie. */
export function useBounds(): (name: TermName) => string {
  const t = useTranslations('desk.walletTerms.bounds')
  const written = useWritten()
  return (name) => {
    const { min, max } = boundsOf(name)
    if (max !== null) return t('between', { min: written(name, min), max: written(name, max) })
    return t('atLeast', { min: written(name, min) })
  }
}
