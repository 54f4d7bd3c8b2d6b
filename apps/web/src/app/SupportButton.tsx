import { useNavigate } from '@tanstack/react-router'
import { localeOf } from '@truemark/protocol/locale'
import { Headset } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { useSession, userOf } from '../data/session.ts'
import { supportLink } from './support.ts'

/** The floating way to customer service: the operator's chat, else the app's own. */
export function SupportButton() {
  const t = useTranslations('shell.action')
  const navigate = useNavigate()
  const app = useAppData()?.app ?? null
  const lang = useSession((state) => localeOf(state.locale).chat)
  const uid = useSession((state) => userOf(state)?.uid ?? '')
  const open = () => {
    const link = supportLink(app, { uid, lang, backUrl: location.href })
    if (link === null) void navigate({ to: '/customer-service' })
    else window.open(link, '_blank', 'noopener,noreferrer')
  }
  return (
    <button
      type="button"
      aria-label={t('support')}
      title={t('support')}
      onClick={open}
      className="feedback fixed right-4 bottom-[calc(4.5rem+var(--safe-bottom))] z-20 grid size-12 place-items-center rounded-full bg-overlay text-primary hairline active:scale-95 desk:right-auto desk:bottom-4 desk:left-40"
    >
      <Headset size={22} strokeWidth={1.5} aria-hidden="true" />
    </button>
  )
}
