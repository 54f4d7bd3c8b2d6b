import { serverNow } from '@truemark/ui/device/serverTime'
import type { OutboxMessage } from '@truemark/protocol/routes/desk'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Mail, MessageSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../deed/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { codeIn, inGroups } from './code.ts'

/** The longest that a browser's timer can wait. */
const timerMaxMs = 0x7fffffff

/** One message: to whom and of what; where its text is told, its code large, and the words as they would have been sent. */
export function MessageCard({ message }: { message: OutboxMessage }) {
  const t = useTranslations('desk.outbox')
  const dateTime = useDateTime()
  const expired = useExpired(message.expires)
  const code = message.text === null ? null : codeIn(message.text)
  const Icon = message.channel === 'email' ? Mail : MessageSquare
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-card bg-surface p-4">
      <div className="flex items-start gap-3">
        <Icon size={20} strokeWidth={1.5} className="mt-0.5 shrink-0 text-quiet" aria-label={t(message.channel)} />
        <div className="flex min-w-0 flex-1 flex-col">
          <span className="text-16 font-medium break-all">{message.to}</span>
          <span className="figures text-12 text-quiet">{dateTime(message.created)}</span>
        </div>
        {expired && <Badge tone="warning">{t('expired')}</Badge>}
      </div>
      {code !== null && (
        <div className="flex items-center gap-2 rounded-control bg-raised pr-1 pl-4">
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 py-2">
            <span className="text-12 text-quiet">{t('code')}</span>
            <span className={`figures text-28 font-semibold tracking-wide ${expired ? 'text-quiet' : 'text-primary'}`}>
              {inGroups(code)}
            </span>
          </span>
          <CopyButton text={code} label={t('copyCode')} />
        </div>
      )}
      <div className="flex flex-col gap-1">
        {message.subject !== '' && <p className="text-14 font-medium">{message.subject}</p>}
        {message.text === null ? (
          <p className="text-14 text-quiet">{t('withheld')}</p>
        ) : (
          <p className="text-14 break-words whitespace-pre-line text-secondary">{message.text}</p>
        )}
      </div>
      {message.expires !== null && !expired && (
        <p className="figures text-12 text-quiet">
          {t('expires')} {dateTime(message.expires)}
        </p>
      )}
    </li>
  )
}

/** Whether a moment has passed, told again when it passes. */
function useExpired(expires: number | null): boolean {
  const [now, setNow] = useState(serverNow)
  const expired = expires !== null && expires <= now
  useEffect(() => {
    if (expires === null || expired) return
    const timer = setTimeout(() => setNow(serverNow()), Math.min(Math.max(0, expires - serverNow()), timerMaxMs))
    return () => clearTimeout(timer)
  }, [expires, expired, now])
  return expired
}
