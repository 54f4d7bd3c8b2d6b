import type { DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useTranslations } from 'use-intl'
import { ChangeList } from '../deed/door.ts'
import { hoursDraft } from './hours.ts'
import { useTermNames } from './termNames.ts'
import { changesHours, termNotations, type Draft, type TermName } from './terms.ts'
import type { TermChange } from './termsForm.ts'
import { useHoursText } from './useHoursText.ts'

export interface TermChangesProps {
  market: DeskSymbol
  draft: Draft
  changes: readonly TermChange<TermName>[]
}

/** What would change, from what to what. */
export function TermChanges({ market, draft, changes }: TermChangesProps) {
  const t = useTranslations('desk')
  const names = useTermNames()
  const locale = useFigureLocale()
  const hoursText = useHoursText()
  const written = (change: TermChange<TermName>, text: string) => {
    if (text === '') return '–'
    const figure = formatFigure(text, locale, { decimalsMin: 0 })
    return termNotations[change.name] === 'percent' ? `${figure} %` : figure
  }
  const rows = changes.map((change) => ({
    name: names[change.name],
    from: written(change, change.from),
    to: written(change, change.to),
  }))
  if (changesHours(market, draft)) {
    const [from, to] = [hoursText(hoursDraft(market.sessions)), hoursText(draft.hours)]
    rows.push({ name: t('symbols.sessions'), from, to })
  }
  const yesNo = (open: boolean) => (open ? t('common.yes') : t('common.no'))
  if (draft.spot !== market.spot) {
    rows.push({ name: t('symbols.spot'), from: yesNo(market.spot), to: yesNo(draft.spot) })
  }
  return <ChangeList changes={rows} consequences={[]} />
}
