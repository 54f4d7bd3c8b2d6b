import { useTranslations } from 'use-intl'
import { useUnreadNews } from './useNews.ts'

/** How many announcements are unread, as a mark beside what leads to them; nothing where there is none. */
export function NewsMark() {
  const t = useTranslations('content')
  const count = useUnreadNews()
  if (count === 0) return null
  return (
    <span className="figures inline-flex min-w-5 items-center justify-center rounded-full bg-primary px-1.5 text-12 font-semibold text-on-primary">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{t('unreadCount', { count })}</span>
    </span>
  )
}
