import type { DeskSymbol } from '@truemark/protocol/routes/deskSettings'
import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { useTranslations } from 'use-intl'
import { useTermNames } from './termNames.ts'
import { termNotations, type Draft, type TermName } from './terms.ts'
import type { TermChange } from './termsForm.ts'

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
  const yesNo = (open: boolean) => (open ? t('common.yes') : t('common.no'))
  if (draft.spot !== market.spot) {
    rows.push({ name: t('symbols.spot'), from: yesNo(market.spot), to: yesNo(draft.spot) })
  }
  return (
    <section aria-live="polite" className="flex flex-col gap-1.5 rounded-card bg-raised px-3.5 py-3">
      <h3 className="text-14 font-semibold">{t('symbols.changes')}</h3>
      {rows.length === 0 ? (
        <p className="text-14 text-quiet">{t('symbols.noChange')}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {rows.map((row) => (
            <li key={row.name} className="flex flex-wrap justify-between gap-x-4 text-14">
              <span className="text-secondary">{row.name}</span>
              <span className="figures">
                <span className="text-quiet">{row.from}</span>
                <span aria-hidden="true"> → </span>
                <span className="font-medium text-primary">{row.to}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
