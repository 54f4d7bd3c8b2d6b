import { type BracketChange, bracketsPublic } from '@truemark/protocol/routes/transparency'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { usePages } from '../data/usePages.ts'
import { PagedList } from '../parts/PagedList.tsx'
import { useDateTime, useDeadline } from '../i18n/door.ts'
import { Block } from './Block.tsx'
import { useWritten } from './useWritten.ts'

/** Every change of maintenance brackets, and every measure for open positions. */
export function BracketHistory() {
  const t = useTranslations('transparency.brackets')
  const query = usePages(['transparency', 'brackets'], (page) =>
    call(bracketsPublic, { query: { limit: '20', ...page } }),
  )
  return (
    <Block title={t('title')} text={t('text')}>
      <PagedList query={query} empty={null} more={t('more')}>
        {(items) => (
          <ul className="overflow-hidden rounded-card bg-surface">
            {items.map((item) => (
              <ChangeRow key={item.id} item={item} />
            ))}
          </ul>
        )}
      </PagedList>
    </Block>
  )
}

function ChangeRow({ item }: { item: BracketChange }) {
  const t = useTranslations('transparency.brackets')
  const dateTime = useDateTime()
  const deadline = useDeadline()
  const { figure, percent } = useWritten()
  const { brackets, change, effective_time: effective, symbol, time } = item
  return (
    <li className="flex flex-col gap-1 px-4 py-3 hairline-b last:shadow-none">
      <span className="flex flex-wrap items-center gap-x-2 text-16 font-medium">
        {symbol}
        <span className="font-normal text-secondary">{t(`change.${change}`)}</span>
      </span>
      <span className="figures text-14 text-secondary">
        {dateTime(time)}
        {effective !== null && ` · ${t('effective', { time: deadline(effective) })}`}
      </span>
      <span className="figures text-14 break-words">
        {brackets
          .map(({ floor, maintenance_rate: rate }) => t('bracket', { floor: figure(floor), rate: percent(rate) }))
          .join(' · ')}
      </span>
    </li>
  )
}
