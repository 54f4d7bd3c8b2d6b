import { Bell as BellMark } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useUnread } from '../data/notifications.ts'

const shownMax = 99

/** The way to the notifications, with how many are unread; `row` is the rail's form of it. */
export function Bell({ row = false }: { row?: boolean }) {
  const t = useTranslations('shell')
  const unread = useUnread()
  const label = t('action.notifications', { count: unread })
  const mark = (
    <span className="relative">
      <BellMark size={22} strokeWidth={1.5} aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="figures absolute -top-1.5 left-3 min-w-4 rounded-full bg-primary px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-primary"
        >
          {unread > shownMax ? `${shownMax}+` : unread}
        </span>
      )}
    </span>
  )
  if (row) {
    return (
      <Link
        to="/notifications"
        aria-label={label}
        className="feedback flex min-h-12 items-center gap-3 rounded-control px-3 text-16 text-quiet hover:bg-raised hover:text-text"
      >
        {mark}
        {t('title.notifications')}
      </Link>
    )
  }
  return (
    <Link
      to="/notifications"
      aria-label={label}
      className="feedback grid size-11 place-items-center rounded-control text-secondary hover:bg-raised hover:text-text"
    >
      {mark}
    </Link>
  )
}
