import type { TermsEvidence } from '@truemark/protocol/routes/evidence'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useDateTime } from '../i18n/door.ts'
import { FigureRows } from './FigureRows.tsx'
import { Unfold } from './Unfold.tsx'
import { useTermTexts } from './useTermTexts.ts'

/** The figures that a change of terms changed, each with what was and what is. */
export function TermFigures({ figures }: Pick<TermsEvidence, 'figures'>) {
  const t = useTranslations('transparency.walletTerms')
  const { nameOf, valueOf } = useTermTexts()
  return (
    <FigureRows
      rows={figures.map((one) => ({
        key: one.name,
        label: nameOf(one),
        value:
          one.before === null
            ? valueOf(one, one.after)
            : t('change', { from: valueOf(one, one.before), to: valueOf(one, one.after) }),
      }))}
    />
  )
}

/** By which roles a change was made. */
export function useTermRoles() {
  const t = useTranslations('transparency.terms')
  const { roleOf } = useTermTexts()
  return ({ proposed, confirmed }: Pick<TermsEvidence, 'proposed' | 'confirmed'>): string => {
    if (proposed === null) return t('began')
    if (confirmed === null) return t('alone', { role: roleOf(proposed) })
    return t('two', { proposed: roleOf(proposed), confirmed: roleOf(confirmed) })
  }
}

/** A change of terms in a list, with the way to what was signed. */
export function TermsRow({ change, place }: { change: TermsEvidence; place: number }) {
  const t = useTranslations('transparency.terms')
  const dateTime = useDateTime()
  const { subjectOf } = useTermTexts()
  const rolesOf = useTermRoles()
  const { figures, id, journal, subject, term, time } = change
  return (
    <li className="flex flex-col gap-2 px-4 py-3 hairline-b last:shadow-none">
      <div className="flex flex-col gap-0.5">
        <span className="flex flex-wrap items-baseline gap-x-2 text-16 font-medium">
          {subject === '' ? t(`kind.${term}`) : subjectOf(term, subject)}
          {subject !== '' && <span className="text-14 font-normal text-secondary">{t(`kind.${term}`)}</span>}
        </span>
        <span className="figures text-14 text-secondary">
          {dateTime(time)} · {rolesOf(change)}
        </span>
      </div>
      {figures.length > 8 ? (
        <Unfold name={t('figures', { count: figures.length })}>
          <TermFigures figures={figures} />
        </Unfold>
      ) : (
        <TermFigures figures={figures} />
      )}
      <Link
        to="/transparency/$part"
        params={{ part: 'evidence' }}
        search={{ id }}
        className="figures -my-1 inline-flex min-h-11 items-center self-start text-14 text-primary"
      >
        {t('place', { entry: place + 1 })}
        {journal !== null && ` · ${t('row', { row: journal.seq })}`}
      </Link>
    </li>
  )
}
