import { Link } from '@tanstack/react-router'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import type { transparencyRules } from '@truemark/protocol/routes/transparency'
import { termKinds } from '@truemark/protocol/terms'
import { useTranslations } from 'use-intl'
import { Block } from './Block.tsx'
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
      <Link
        to="/transparency/$part"
        params={{ part: 'terms' }}
        className="inline-flex min-h-11 items-center self-start font-medium text-primary"
      >
        {t('history')}
      </Link>
    </Block>
  )
}

function TermsOf({ set: { term, subject, figures } }: { set: Terms[number] }) {
  const t = useTranslations('transparency.terms')
  const { nameOf, subjectOf, valueOf } = useTermTexts()
  return (
    <li className="hairline-b last:shadow-none">
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 px-4 py-2 text-14">
          <span className="font-medium">{subject === '' ? t(`kind.${term}`) : subjectOf(term, subject)}</span>
          <span className="text-secondary">{t('figures', { count: figures.length })}</span>
        </summary>
        <dl className="flex flex-col gap-1 px-4 pt-1 pb-4 text-14">
          {figures.map((one) => (
            <div key={one.name} className="flex flex-wrap justify-between gap-x-6">
              <dt className="min-w-0 text-secondary">{nameOf(one)}</dt>
              <dd className="figures ml-auto min-w-0 text-right break-words">{valueOf(one, one.value)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  )
}
