import { Link } from '@tanstack/react-router'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { ChevronRight, Megaphone } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { localeOf } from '@truemark/protocol/locale'
import { InEnglishLine, NewsMark, useNews } from '../content/door.ts'

/** The newest announcement in a line, which leads to all of them. */
export function Announcement() {
  const t = useTranslations('home')
  const { data, isPending } = useNews()
  const newest = data?.items[0]
  return (
    <Link
      to="/news"
      className="feedback flex min-h-12 items-center gap-3 rounded-card bg-surface px-4 text-14 hover:bg-raised"
    >
      <Megaphone size={18} strokeWidth={1.5} className="shrink-0 text-primary" aria-hidden="true" />
      <span className="sr-only">{t('announcements')}: </span>
      {isPending ? (
        <span className="flex-1">
          <Skeleton className="h-4 w-44" />
        </span>
      ) : newest === undefined ? (
        <span className="min-w-0 flex-1 truncate text-quiet">
          {data === undefined ? t('announcements') : t('noAnnouncements')}
        </span>
      ) : (
        <span className="flex min-w-0 flex-1 flex-col py-1">
          <span lang={localeOf(newest.lang).tag} className="truncate">
            {newest.title}
          </span>
          <InEnglishLine lang={newest.lang} />
        </span>
      )}
      <NewsMark />
      <ChevronRight size={18} strokeWidth={1.5} className="shrink-0 text-quiet" aria-hidden="true" />
    </Link>
  )
}
