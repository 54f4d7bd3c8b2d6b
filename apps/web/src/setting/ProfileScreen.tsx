import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { localeOf } from '@truemark/protocol/locale'
import { user as userRoute } from '@truemark/protocol/routes/identity'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { Page } from '@truemark/ui/primitives/Page'
import { PageHeader } from '@truemark/ui/primitives/PageHeader'
import { Copy } from 'lucide-react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { keepUserInfo, useSession, userOf } from '../data/session.ts'
import { useDateTime } from '../reader/door.ts'
import { Avatar } from './Avatar.tsx'

/** What the platform knows of the person who is signed in. */
export function ProfileScreen() {
  const t = useTranslations('setting')
  const shell = useTranslations('shell')
  const notices = useTranslations('notices')
  const dateTime = useDateTime()
  const router = useRouter()
  const user = useSession(userOf)
  const tag = useSession((state) => localeOf(state.locale).tag)
  useQuery({
    queryKey: ['user', user?.uid],
    queryFn: async () => {
      const fresh = await call(userRoute, {})
      keepUserInfo(fresh)
      return fresh.uid
    },
  })
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    toast.success(notices('copied'))
  }
  const nameOf = (code: string) => new Intl.DisplayNames(tag, { type: 'region' }).of(code)
  const name = user?.guest ? t('guest') : user?.nickname || user?.account || ''
  const lines = [
    ['email', user?.email],
    ['phone', user?.phone],
    ['nickname', user?.nickname],
    ['country', user?.country && nameOf(user.country)],
    ['member', user ? dateTime(user.created, 'day') : ''],
  ] as const
  return (
    <>
      <PageHeader
        title={shell('title.userProfile')}
        onBack={() => router.history.back()}
        backLabel={shell('action.back')}
      />
      <Page width="reading" className="flex flex-col gap-6">
        <div className="flex flex-col items-center gap-2 pt-4">
          <Avatar source={user?.avatar ?? ''} name={name} size={80} />
          <p className="text-20 font-semibold">{name}</p>
        </div>
        <dl className="overflow-hidden rounded-card bg-surface text-16">
          <div className="flex min-h-14 items-center gap-3 py-1 pr-2 pl-4 hairline-b">
            <dt className="flex-1 text-secondary">{t('uid')}</dt>
            <dd className="flex items-center figures">
              {user?.uid}
              <IconButton label={t('copy')} onClick={() => user && void copy(user.uid)}>
                <Copy size={18} strokeWidth={1.5} aria-hidden="true" />
              </IconButton>
            </dd>
          </div>
          {lines.map(([key, value]) => (
            <div key={key} className="flex min-h-14 items-center gap-4 px-4 py-2 hairline-b last:shadow-none">
              <dt className="flex-1 text-secondary">{t(key)}</dt>
              <dd className={value ? 'figures min-w-0 text-right break-words' : 'text-quiet'}>
                {value || t('notGiven')}
              </dd>
            </div>
          ))}
        </dl>
      </Page>
    </>
  )
}
