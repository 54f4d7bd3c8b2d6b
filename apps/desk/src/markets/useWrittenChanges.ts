import type { DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useTranslations } from 'use-intl'
import type { WrittenChange } from '../deed/door.ts'
import { hoursDraft } from './hours.ts'
import { useTermNames } from './termNames.ts'
import { changesHours, changesOf, termNotations, type Draft, type TermName } from './terms.ts'
import { useHoursText } from './useHoursText.ts'

/** What a draft changes of a market, from what to what. */
export function useWrittenChanges(market: DeskSymbol, draft: Draft): readonly WrittenChange[] {
  const t = useTranslations('desk')
  const names = useTermNames()
  const locale = useFigureLocale()
  const hoursText = useHoursText()
  const written = (name: TermName, text: string) => {
    if (text === '') return '–'
    const figure = formatFigure(text, locale, { decimalsMin: 0 })
    return termNotations[name] === 'percent' ? `${figure} %` : figure
  }
  const rows = changesOf(market, draft).map(({ name, from, to }) => ({
    name: names[name],
    from: written(name, from),
    to: written(name, to),
  }))
  if (changesHours(market, draft)) {
    const [from, to] = [hoursText(hoursDraft(market.sessions)), hoursText(draft.hours)]
    rows.push({ name: t('symbols.sessions'), from, to })
  }
  const yesNo = (open: boolean) => (open ? t('common.yes') : t('common.no'))
  if (draft.spot !== market.spot) {
    rows.push({ name: t('symbols.spot'), from: yesNo(market.spot), to: yesNo(draft.spot) })
  }
  return rows
}
