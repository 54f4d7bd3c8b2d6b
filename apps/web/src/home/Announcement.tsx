import { Link } from '@tanstack/react-router'
import { ChevronRight, Megaphone } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { NewsMark, useNews } from '../content/door.ts'

/** The newest announcement in a line, which leads to all of them. */
export function Announcement() {
  const t = useTranslations('home')
  const { data } = useNews()
  const newest = data?.items[0]
  return (
    <Link
      to="/news"
      className="feedback flex min-h-12 items-center gap-3 rounded-card bg-surface px-4 text-14 hover:bg-raised"
    >
      <Megaphone size={18} strokeWidth={1.5} className="shrink-0 text-primary" aria-hidden="true" />
      <span className="sr-only">{t('announcements')}: </span>
      <span className={newest ? 'min-w-0 flex-1 truncate' : 'min-w-0 flex-1 truncate text-quiet'}>
        {newest?.title ?? t('noAnnouncements')}
      </span>
      <NewsMark />
      <ChevronRight size={18} strokeWidth={1.5} className="shrink-0 text-quiet" aria-hidden="true" />
    </Link>
  )
}
