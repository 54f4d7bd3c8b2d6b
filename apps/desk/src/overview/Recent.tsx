import { Link } from '@tanstack/react-router'
import type { DrawingName } from '@truemark/ui/marks/Drawing'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { List } from '../data/lists.ts'
import { ListFrame } from '../listing/door.ts'

export interface RecentProps<Row> {
  to: '/users' | '/outbox' | '/audit'
  title: string
  list: List<Row>
  empty: { readonly drawing: DrawingName; readonly title: string }
  rowKey: (row: Row) => string
  row: (row: Row) => { readonly title: ReactNode; readonly note: ReactNode; readonly aside: ReactNode }
}

/** The newest few of a list, and the way to all of them. */
export function Recent<Row>({ to, title, list, empty, rowKey, row }: RecentProps<Row>) {
  const t = useTranslations('desk.overview')
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
      <ListFrame list={{ ...list, more: null }} empty={empty}>
        {(rows) => (
          <ul className="rounded-card bg-surface">
            {rows.map((each) => {
              const shown = row(each)
              return (
                <li
                  key={rowKey(each)}
                  className="flex min-h-14 items-center gap-3 px-4 py-2 hairline-b last:shadow-none"
                >
                  <span className="flex min-w-0 flex-1 flex-col">
                    <span className="text-14 font-medium break-words">{shown.title}</span>
                    <span className="text-12 break-words text-quiet">{shown.note}</span>
                  </span>
                  <span className="figures shrink-0 text-right text-12 text-quiet">{shown.aside}</span>
                </li>
              )
            })}
          </ul>
        )}
      </ListFrame>
    </section>
  )
}
