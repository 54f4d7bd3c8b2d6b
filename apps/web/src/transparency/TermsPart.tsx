import { termsPublic } from '@truemark/protocol/routes/publicChecks'
import { type TermKind, termKinds } from '@truemark/protocol/terms'
import { Select } from '@truemark/ui/primitives/Select'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { usePages } from '../data/usePages.ts'
import { PagedList } from '../parts/PagedList.tsx'
import { Block } from './Block.tsx'
import { TermsRow } from './TermsList.tsx'

/** Every change of terms, as it was signed: of everything, or of one kind. */
export function TermsPart() {
  const t = useTranslations('transparency.terms')
  const [kind, setKind] = useState<TermKind | 'all'>('all')
  const of = kind === 'all' ? {} : { term: kind }
  const query = usePages(['transparency', 'terms', kind], (page) =>
    call(termsPublic, { query: { limit: '20', ...of, ...page } }),
  )
  const options = [
    { value: 'all' as const, label: t('all') },
    ...termKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
  ]
  return (
    <Block title={t('title')} text={t('text')}>
      <div className="max-w-100">
        <Select label={t('filter')} value={kind} options={options} onValueChange={setKind} />
      </div>
      <PagedList query={query} empty={<p className="text-14 text-secondary">{t('none')}</p>} more={t('more')}>
        {(items) => (
          <ul className="overflow-hidden rounded-card bg-surface">
            {items.map(({ change, place }) => (
              <TermsRow key={place} change={change} place={place} />
            ))}
          </ul>
        )}
      </PagedList>
    </Block>
  )
}
