import { useQueryClient } from '@tanstack/react-query'
import { localeOf } from '@truemark/protocol/locale'
import { newsRead, type NewsItem } from '@truemark/protocol/routes/content'
import { Button } from '@truemark/ui/primitives/Button'
import { EmptyState } from '@truemark/ui/primitives/EmptyState'
import { rowClass } from '@truemark/ui/primitives/ListRow'
import { Page } from '@truemark/ui/primitives/Page'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { call } from '../data/api.ts'
import { PagedList } from '../parts/PagedList.tsx'
import { useDateTime, useErrorText } from '../i18n/door.ts'
import { ContentHeader } from './ContentHeader.tsx'
import { InEnglishLine } from './InEnglish.tsx'
import { useNewsPages, useUnreadNews } from './useNews.ts'

/** Announcements, the newest first; what was not opened bears a mark. */
export function NewsScreen() {
  const t = useTranslations('content')
  return (
    <>
      <ContentHeader name="news" />
      <Page width="reading" className="flex flex-col gap-3">
        <AllRead />
        <PagedList
          query={useNewsPages()}
          rows={5}
          empty={<EmptyState drawing="mail" title={t('newsEmptyTitle')} text={t('newsEmptyText')} />}
          more={t('newsMore')}
        >
          {(items) => (
            <ul className="overflow-hidden rounded-card bg-surface">
              {items.map((item) => (
                <li key={item.id} className="hairline-b last:shadow-none">
                  <NewsRow item={item} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </Page>
    </>
  )
}

function NewsRow({ item }: { item: NewsItem }) {
  const t = useTranslations('content')
  const dateTime = useDateTime()
  return (
    <Link to="/news/$id" params={{ id: item.id }} className={rowClass}>
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${item.unread ? 'bg-primary' : ''}`} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 py-1">
        <span lang={localeOf(item.lang).tag} className="flex flex-col gap-0.5">
          <span className={`text-16 wrap-anywhere ${item.unread ? 'font-semibold' : 'font-medium text-secondary'}`}>
            {item.title}
          </span>
          {item.summary !== '' && <span className="text-14 text-secondary">{item.summary}</span>}
        </span>
        <InEnglishLine lang={item.lang} />
        <span className="figures text-12 text-quiet">
          {item.unread && <span className="sr-only">{t('unread')}, </span>}
          {dateTime(item.time)}
        </span>
      </span>
      <ChevronRight size={18} strokeWidth={1.5} className="shrink-0 text-quiet" aria-hidden="true" />
    </Link>
  )
}

/** How many are unread, and one press for all of them. */
function AllRead() {
  const t = useTranslations('content')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const count = useUnreadNews()
  const [busy, setBusy] = useState(false)
  if (count === 0) return null
  const read = async () => {
    setBusy(true)
    try {
      await call(newsRead, { body: { ids: 'all' } })
      await queries.invalidateQueries({ queryKey: ['content', 'news'] })
    } catch (failure) {
      toast.error(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      <p className="text-14 text-secondary">{t('unreadCount', { count })}</p>
      <Button kind="quiet" compact busy={busy} onClick={() => !busy && void read()}>
        {t('allRead')}
      </Button>
    </div>
  )
}
