import { Link } from '@tanstack/react-router'
import type { DrawingName } from '@truemark/ui/marks/Drawing'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { List } from '../data/lists.ts'
import { ListFrame, RowsSkeleton } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'

export interface RecentProps<Row> {
  to: '/users' | '/outbox' | '/audit'
  title: string
  list: List<Row>
  empty: { readonly drawing: DrawingName; readonly title: string }
  rowKey: (row: Row) => string
  row: (row: Row) => { readonly title: ReactNode; readonly note: ReactNode; readonly time: number }
}

/** The newest few of a list, and the way to all of them. */
export function Recent<Row>({ to, title, list, empty, rowKey, row }: RecentProps<Row>) {
  const t = useTranslations('desk.overview')
  const dateTime = useDateTime()
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <header className="flex items-center justify-between gap-3">
        <h2 className="text-16 font-semibold">{title}</h2>
        <Link
          to={to}
          aria-label={t('allOf', { list: title })}
          className="inline-flex min-h-11 items-center rounded-control px-2 text-14 text-primary hover:underline"
        >
          {t('all')}
        </Link>
      </header>
      <ListFrame list={{ ...list, more: null }} empty={empty} waiting={<RowsSkeleton rows={5} />}>
        {(rows) => (
          <ul className="rounded-card bg-surface">
            {rows.map((each) => {
              const shown = row(each)
              return (
                <li
                  key={rowKey(each)}
                  className="relative flex min-h-14 flex-col justify-center px-4 py-2 hairline-b last:shadow-none"
                >
                  <span className="text-14 font-medium break-words">{shown.title}</span>
                  <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-12 text-quiet">
                    <span className="min-w-0 break-words">{shown.note}</span>
                    <span className="figures">{dateTime(shown.time)}</span>
                  </span>
                </li>
              )
            })}
          </ul>
        )}
      </ListFrame>
    </section>
  )
}
