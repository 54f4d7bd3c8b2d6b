import type { NotificationCategory } from '@truemark/protocol/notificationMessage'
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
export function CategoryIcon({ category }: { category: NotificationCategory }) {
  const Icon = icons[category]
  const tone = category === 'margin' ? 'bg-warning-soft text-warning' : 'bg-raised text-secondary'
  return (
    <span className={`grid size-10 place-items-center rounded-full ${tone}`}>
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
    </span>
  )
}
