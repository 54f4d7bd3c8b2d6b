import type { Notification, NotificationCategory } from '@truemark/protocol/notificationMessage'
import { rowClass } from '@truemark/ui/primitives/ListRow'
import { useTranslations } from 'use-intl'
import {
  ArrowLeftRight,
  BadgeCheck,
  BellRing,
  ClipboardList,
  Gauge,
  Headset,
  Hourglass,
  type LucideIcon,
  Megaphone,
  ShieldCheck,
} from 'lucide-react'
import { Link } from '../parts/router/Link.tsx'
import { useDateTime } from '../i18n/door.ts'
import { linkOf, useNotificationText } from './wording.ts'

/** One notification; it leads to what it is about. */
export function NotificationRow({ told, onOpen }: { told: Notification; onOpen: () => void }) {
  const t = useTranslations('notification')
  const dateTime = useDateTime()
  const { title, text } = useNotificationText()(told)
  const { to, search } = linkOf(told.path)
  return (
    <Link to={to} search={search} onClick={onOpen} className={`${rowClass} items-start hairline-b`}>
      <CategoryIcon category={told.category} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-start justify-between gap-2">
          <span className={`text-16 wrap-anywhere ${told.read ? 'text-secondary' : 'font-semibold'}`}>{title}</span>
          {!told.read && (
            <span className="mt-2 size-2 shrink-0 rounded-full bg-primary">
              <span className="sr-only">{t('unread')}</span>
            </span>
          )}
        </span>
        <span className="text-14 text-secondary wrap-anywhere">{text}</span>
        <span className="figures text-12 text-quiet">{dateTime(told.time)}</span>
      </span>
    </Link>
  )
}

const icons: Record<NotificationCategory, LucideIcon> = {
  trades: ClipboardList,
  margin: Gauge,
  products: Hourglass,
  wallet: ArrowLeftRight,
  review: BadgeCheck,
  security: ShieldCheck,
  support: Headset,
  news: Megaphone,
  alerts: BellRing,
}

/** The mark of what a notification is about. */
function CategoryIcon({ category }: { category: NotificationCategory }) {
  const Icon = icons[category]
  const tone = category === 'margin' ? 'bg-warning-soft text-warning' : 'bg-raised text-secondary'
  return (
    <span className={`grid size-10 place-items-center rounded-full ${tone}`}>
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
    </span>
  )
}
