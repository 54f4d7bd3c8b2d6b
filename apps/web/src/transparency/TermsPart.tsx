import { useInfiniteQuery } from '@tanstack/react-query'
import { termsPublic } from '@truemark/protocol/routes/publicChecks'
import { type TermKind, termKinds } from '@truemark/protocol/terms'
import { Select } from '@truemark/ui/primitives/Select'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { MorePages } from '../reader/door.ts'
import { Block } from './Block.tsx'
import { Loaded } from './Loaded.tsx'
import { TermsRow } from './TermsList.tsx'

/** Every change of terms, as it was signed: of everything, or of one kind. */
export function TermsPart() {
  const t = useTranslations('transparency.terms')
  const [kind, setKind] = useState<TermKind | 'all'>('all')
  const query = useInfiniteQuery({
    queryKey: ['transparency', 'terms', kind],
    initialPageParam: null,
    queryFn: ({ pageParam }: { pageParam: string | null }) =>
      call(termsPublic, {
        query: {
          limit: '20',
          ...(kind === 'all' ? {} : { term: kind }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    getNextPageParam: (last) => last.cursor,
  })
  const options = [
    { value: 'all' as const, label: t('all') },
    ...termKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
  ]
  return (
    <Block title={t('title')} text={t('text')}>
      <div className="max-w-100">
        <Select label={t('filter')} value={kind} options={options} onValueChange={setKind} />
      </div>
      <Loaded query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0) return <p className="text-14 text-secondary">{t('none')}</p>
          return (
            <ul className="overflow-hidden rounded-card bg-surface">
              {items.map(({ change, place }) => (
                <TermsRow key={place} change={change} place={place} />
              ))}
            </ul>
          )
        }}
      </Loaded>
      <MorePages query={query} label={t('more')} kind="secondary" />
    </Block>
  )
}
