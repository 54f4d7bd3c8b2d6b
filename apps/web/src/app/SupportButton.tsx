import { useQuery } from '@tanstack/react-query'
import { supportLink } from '@truemark/protocol/routes/support'
import { joined } from '@truemark/ui/primitives/joined'
import { Headset } from 'lucide-react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { useNavigate, useShown } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { useAppData } from '../data/appData.ts'
import { useChatUnread } from '../data/chat.ts'
import { useSession, userOf } from '../data/session.ts'
import { hasOwnChat } from './support.ts'

/** How long a signed link is held ready, in ms: its receiver may refuse an old one. */
const linkFreshMs = 120_000

/**
 * The floating way to customer service: the operator's chat, else the app's own. On a phone it is a tab in the page's
 * gutter, where no figure stands, and a disc where a screen keeps a place for it.
 */
export default function SupportButton({ place }: { place: 'gutter' | 'disc' }) {
  const t = useTranslations('shell.action')
  const unread = useChatUnread()
  const counted = useTranslations('support')
  const open = useOpen()
  const label = unread === 0 ? t('support') : `${t('support')}: ${counted('unread', { count: unread })}`
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
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
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0 right-0 size-2.5 rounded-full bg-danger ring-2 ring-background"
          />
        )}
      </span>
    </button>
  )
}

/** Opens the operator's own chat with a link that the server has signed, else the app's. */
function useOpen(): () => void {
  const navigate = useNavigate()
  const notices = useTranslations('notices')
  const isElsewhere = hasOwnChat(useAppData()?.app ?? null)
  const uid = useSession((state) => userOf(state)?.uid ?? '')
  const locale = useSession((state) => state.locale)
  const { pathname } = useShown().place
  // asked for before it is wanted: a browser opens a window for a press alone, not for an answer
  const link = useQuery({
    queryKey: ['supportLink', uid, locale, pathname],
    queryFn: () => call(supportLink, { query: { back: pathname } }),
    enabled: isElsewhere,
    staleTime: linkFreshMs,
    refetchInterval: linkFreshMs,
  })
  return () => {
    if (!isElsewhere || link.data?.link === null) return void navigate({ to: '/customer-service' })
    if (link.data === undefined) return void toast.error(notices('supportUnavailable'))
    window.open(link.data.link, '_blank', 'noopener,noreferrer')
  }
}
