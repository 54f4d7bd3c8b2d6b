import type { NotificationCategory } from '@truemark/protocol/notificationMessage'
import type { Notification } from '@truemark/protocol/notificationMessage'
import { useEffect, useRef } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { useRouter } from '../parts/router/useRouter.ts'
import { useArrivedNotifications } from '../data/notifications.ts'
import { renewPush } from '../data/push.ts'
import { useSession } from '../data/session.ts'
import { useAppearance } from '../i18n/door.ts'
import { NotificationTexts } from './texts.tsx'
import { useNotificationText } from './wording.ts'

/** What is worth a word over whatever the reader is doing; the rest is seen at the bell. */
const loud: ReadonlySet<NotificationCategory> = new Set(['margin', 'alerts', 'news'])
const shownMs = 6_000

/** Shows what has just happened, once; and keeps what the server knows of this device as it is. */
export default function NotificationToasts() {
  const worthTelling = useArrivedNotifications().filter(({ category }) => loud.has(category))
  const hidden = useAppearance((state) => state.amountsHidden)
  const locale = useSession((state) => state.locale)
  useEffect(() => {
    // pushes come in the language of the device, and bear no amounts where it hides them
    void renewPush(hidden).catch(() => undefined)
  }, [hidden, locale])
  if (worthTelling.length === 0) return null
  return (
    <span hidden>
      <NotificationTexts>
        {worthTelling.map((told) => (
          <One key={told.id} told={told} />
        ))}
      </NotificationTexts>
    </span>
  )
}

function One({ told }: { told: Notification }) {
  const router = useRouter()
  const action = useTranslations('shell.action')
  const { title, text } = useNotificationText()(told)
  const shown = useRef('')
  useEffect(() => {
    if (shown.current === told.id) return
    shown.current = told.id
    toast.info(title, {
      id: told.id,
      description: text,
      duration: shownMs,
      action: { label: action('show'), onClick: () => void router.navigate({ href: told.path }) },
    })
  }, [told, title, text, router, action])
  return null
}
