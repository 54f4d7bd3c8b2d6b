import { Link } from '@tanstack/react-router'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { Page } from '@truemark/ui/primitives/Page'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../reader/door.ts'
import { Answer } from './Answer.tsx'
import { ContentHeader } from './ContentHeader.tsx'
import { useNews } from './useNews.ts'

/** Announcements, newest first. */
export function NewsScreen() {
  const t = useTranslations('content')
  const dateTime = useDateTime()
  const query = useNews()
  return (
    <>
      <ContentHeader name="news" />
      <Page width="reading">
        <Answer query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState drawing="mail" title={t('newsEmptyTitle')} text={t('newsEmptyText')} />
            ) : (
              <ul className="overflow-hidden rounded-card bg-surface">
                {items.map((item) => (
                  <li key={item.id} className="hairline-b last:shadow-none">
                    <Link to={`/news/${item.id}`} className={rowClass}>
                      <ListRowContent
                        title={item.title}
                        note={
                          <>
                            {item.summary !== '' && (
                              <span className="block text-14 text-secondary">{item.summary}</span>
                            )}
                            <span className="figures">{dateTime(item.time, 'day')}</span>
                          </>
                        }
                        leads
                      />
                    </Link>
                  </li>
                ))}
              </ul>
            )
          }
        </Answer>
      </Page>
    </>
  )
}
