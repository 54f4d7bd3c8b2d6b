import type { AnswerOf } from '@truemark/protocol/routes/route'
import type { transparencyRules } from '@truemark/protocol/routes/transparency'
import { termKinds } from '@truemark/protocol/terms'
import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { TextLink } from '../parts/TextLink.tsx'
import { Block } from './Block.tsx'
import { FigureRows } from './FigureRows.tsx'
import { useTermTexts } from './useTermTexts.ts'

type Terms = AnswerOf<typeof transparencyRules>['terms']

/** Every term that holds now, by what it is of; each opens to its figures. */
export function TermsNow({ terms }: { terms: Terms }) {
  const t = useTranslations('transparency.terms')
  return (
    <Block title={t('now')} text={t('nowText')}>
      {termKinds.map((kind) => {
        const own = terms.filter(({ term }) => term === kind)
        if (own.length === 0) return null
        return (
          <div key={kind} className="flex flex-col gap-2">
            <h3 className="text-16 font-medium">{t(`kind.${kind}`)}</h3>
            <ul className="overflow-hidden rounded-card bg-surface">
              {own.map((set) => (
                <TermsOf key={`${set.subject} ${JSON.stringify(set.figures)}`} set={set} />
              ))}
            </ul>
          </div>
        )
      })}
      <TextLink to="/transparency/$part" params={{ part: 'terms' }} className="self-start">
        {t('history')}
      </TextLink>
    </Block>
  )
}

function TermsOf({ set: { term, subject, figures } }: { set: Terms[number] }) {
  const t = useTranslations('transparency.terms')
  const { nameOf, subjectOf, valueOf } = useTermTexts()
  return (
    <li className="hairline-b last:shadow-none">
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-4 px-4 py-2 text-14 -outline-offset-2 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1 font-medium">
            {subject === '' ? t(`kind.${term}`) : subjectOf(term, subject)}
          </span>
          <span className="shrink-0 text-secondary">{t('figures', { count: figures.length })}</span>
          <ChevronDown
            size={16}
            strokeWidth={1.5}
            aria-hidden="true"
            className="feedback shrink-0 text-quiet group-open:rotate-180"
          />
        </summary>
        <FigureRows
          className="px-4 pt-1 pb-4"
          rows={figures.map((one) => ({ key: one.name, label: nameOf(one), value: valueOf(one, one.value) }))}
        />
      </details>
    </li>
  )
}
