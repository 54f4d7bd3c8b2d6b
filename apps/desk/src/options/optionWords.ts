import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useTranslations } from 'use-intl'

/** Writes a percentage for the reader, with two decimals at most. */
export function usePercent(): (percent: string) => string {
  const locale = useFigureLocale()
  return (percent) => `${formatFigure(percent, locale, { decimalsMin: 0, decimalsMax: 2 })} %`
}

/** Writes a duration: whole minutes as such, anything else in seconds. */
export function useSeconds(): (seconds: number) => string {
  const t = useTranslations('desk.options')
  return (seconds) =>
    seconds % 60 === 0 ? t('minutes', { count: String(seconds / 60) }) : t('seconds', { count: String(seconds) })
}
