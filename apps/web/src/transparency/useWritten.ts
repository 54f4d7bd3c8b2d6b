import { useLocale, useTranslations } from 'use-intl'
import { percentOf } from '../parts/percentOf.ts'
import { useFigure } from '../parts/useFigure.ts'
import { percentNeeded, roughSpanOf, spanOf } from './figures.ts'

/** Writes shares as percentages, and times in their own units, for the reader. */
export function useWritten() {
  const t = useTranslations('transparency.unit')
  const locale = useLocale()
  const figure = useFigure()
  const written = ({ count, unit }: ReturnType<typeof spanOf>) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', numberingSystem: 'latn' }).format(count)
  return {
    figure,
    percent: (share: string) => t('percent', { count: figure(percentOf(share)) }),
    needed: (share: string) => t('percent', { count: figure(percentNeeded(share)) }),
    span: (ms: number) => written(spanOf(ms)),
    roughSpan: (ms: number) => written(roughSpanOf(ms)),
  }
}
