import { useNavigate } from '@tanstack/react-router'
import { localeOf } from '@truemark/protocol/locale'
import { joined } from '@truemark/ui/primitives/joined'
import { Headset } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { useSession, userOf } from '../data/session.ts'
import { supportLink } from './support.ts'

/**
 * The floating way to customer service: the operator's chat, else the app's own. On a phone it is a tab in the page's
 * gutter, where no figure stands, and a disc where a screen keeps a place for it.
 */
export default function SupportButton({ place }: { place: 'gutter' | 'disc' }) {
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
      className={joined(
        'feedback group fixed right-0 bottom-[calc(4.5rem+var(--safe-bottom))] z-20 grid size-12 text-primary active:scale-95 desk:right-auto desk:bottom-4 desk:left-40',
        place === 'disc' && 'max-tablet:right-4 max-tablet:bottom-[calc(4.25rem+var(--safe-bottom))]',
      )}
    >
      <span
        className={joined(
          'grid h-12 place-items-center justify-self-end bg-overlay hairline group-hover:bg-raised desk:w-12 desk:rounded-full',
          place === 'disc'
            ? 'w-12 rounded-full tablet:max-desk:w-4 tablet:max-desk:rounded-r-none'
            : 'w-4 rounded-l-[10px]',
        )}
      >
        <Headset
          strokeWidth={1.5}
          aria-hidden="true"
          className={joined('desk:size-5.5', place === 'disc' ? 'size-5.5 tablet:max-desk:size-3.5' : 'size-3.5')}
        />
      </span>
    </button>
  )
}
