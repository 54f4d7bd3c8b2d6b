import { type OperatorChange, type Period, operatorsPublic, periodsPublic } from '@truemark/protocol/routes/whoDecides'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { usePages } from '../data/usePages.ts'
import { PagedList } from '../parts/PagedList.tsx'
import { useDateTime } from '../i18n/door.ts'
import { Block } from './Block.tsx'

const pageSize = '50'

/** When one operator approved alone, or codes could be read at the desk: each time, for good. */
export function PeriodsPart() {
  const t = useTranslations('transparency.people')
  const query = usePages(['transparency', 'periods'], (page) =>
    call(periodsPublic, { query: { limit: pageSize, ...page } }),
  )
  return (
    <Block title={t('periods')} text={t('periodsText')}>
      <PagedList query={query} empty={<p className="text-14 text-secondary">{t('noPeriods')}</p>} more={t('more')}>
        {(items) => <Periods items={items} />}
      </PagedList>
    </Block>
  )
}

function Periods({ items }: { items: readonly Period[] }) {
  const t = useTranslations('transparency.people')
  const dateTime = useDateTime()
  return (
    <ul aria-label={t('periods')} className="overflow-hidden rounded-card bg-surface">
      {items.map(({ kind, began, ended, began_entry: entry }) => (
        <li key={entry} className="flex flex-col gap-1 px-4 py-3 hairline-b last:shadow-none">
          <span className="flex flex-wrap items-center gap-2 text-16 font-medium">
            {t(`kind.${kind}`)}
            {ended === null && <Badge tone="warning">{t('lasts')}</Badge>}
          </span>
          <span className="figures text-14 text-secondary">
            {ended === null
              ? t('since', { from: dateTime(began) })
              : t('fromUntil', { from: dateTime(began), until: dateTime(ended) })}
          </span>
          <span className="figures text-12 text-quiet">{t('entry', { entry: String(entry) })}</span>
        </li>
      ))}
    </ul>
  )
}

/** How the operators came, changed and went, and by how many people each was decided. */
export function OperatorsPart() {
  const t = useTranslations('transparency.people')
  const query = usePages(['transparency', 'operators'], (page) =>
    call(operatorsPublic, { query: { limit: pageSize, ...page } }),
  )
  return (
    <Block title={t('operators')} text={t('operatorsText')}>
      <PagedList query={query} empty={null} more={t('more')}>
        {(items) => (
          <ul aria-label={t('operators')} className="overflow-hidden rounded-card bg-surface">
            {items.map((change) => (
              <OperatorRow key={change.entry} change={change} />
            ))}
          </ul>
        )}
      </PagedList>
    </Block>
  )
}

function OperatorRow({ change: { operator, change, role, people, by, time } }: { change: OperatorChange }) {
  const t = useTranslations('transparency.people')
  const dateTime = useDateTime()
  const name = t('operator', { number: String(operator) })
  const other = by === null ? '' : t('operator', { number: String(by) })
  return (
    <li className="flex flex-col gap-1 px-4 py-3 hairline-b last:shadow-none">
      <span className="flex flex-wrap items-center gap-2 text-16 font-medium">
        {name}
        <span className="font-normal text-secondary">
          {t(`change.${change}`)} · {t(`role.${role}`)}
        </span>
        {people === 1 && change !== 'disabled' && <Badge tone="warning">{t('byOne')}</Badge>}
      </span>
      <span className="figures text-14 text-secondary">{dateTime(time)}</span>
      <span className="text-14">
        {people === 0
          ? t('byCommand')
          : people === 2
            ? t('byTwo', { other })
            : by === null
              ? ''
              : t('byOther', { other })}
      </span>
    </li>
  )
}
