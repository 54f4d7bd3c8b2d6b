import { useQuery } from '@tanstack/react-query'
import { localeOf } from '@truemark/protocol/locale'
import { user as userRoute, type UserInfo } from '@truemark/protocol/routes/identity'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { Page } from '@truemark/ui/primitives/Page'
import { Camera, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { keepUserInfo, useSession, userOf } from '../data/session.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { useCopy, useDateTime } from '../i18n/door.ts'
import { Avatar } from './Avatar.tsx'
import { NicknameSheet } from './NicknameSheet.tsx'
import { nameOfUser } from './nameOfUser.ts'
import { PictureSheet } from './PictureSheet.tsx'

/** What the platform knows of the person who is signed in; picture and nickname are theirs to change. */
export function ProfileScreen() {
  const t = useTranslations('setting')
  const user = useSession(userOf)
  const [editing, setEditing] = useState<'picture' | 'nickname' | null>(null)
  useQuery({
    queryKey: ['user', user?.uid],
    queryFn: async () => {
      const fresh = await call(userRoute, {})
      keepUserInfo(fresh)
      return fresh.uid
    },
  })
  const name = nameOfUser(user, t('guest'))
  const close = () => setEditing(null)
  return (
    <>
      <BackHeader name="userProfile" />
      {user !== null && (
        <Page width="reading" className="flex flex-col gap-6">
          <div className="flex flex-col items-center gap-2 pt-4">
            <button
              type="button"
              aria-label={t('profile.changePicture')}
              className="feedback relative rounded-full"
              onClick={() => setEditing('picture')}
            >
              <Avatar id={user.avatar} name={name} size={80} />
              <span className="absolute right-0 bottom-0 grid size-8 place-items-center rounded-full bg-raised text-secondary hairline">
                <Camera size={16} strokeWidth={1.5} aria-hidden="true" />
              </span>
            </button>
            <p className="max-w-full text-center text-20 font-semibold wrap-anywhere">{name}</p>
          </div>
          <div className="overflow-hidden rounded-card bg-surface">
            <div className="hairline-b">
              <button type="button" className={rowClass} onClick={() => setEditing('nickname')}>
                <ListRowContent
                  title={t('nickname')}
                  value={<span className="text-secondary">{user.nickname || t('notGiven')}</span>}
                  leads
                />
              </button>
            </div>
            <Facts user={user} />
          </div>
          {editing === 'picture' && <PictureSheet user={user} name={name} onClose={close} />}
          {editing === 'nickname' && <NicknameSheet user={user} onClose={close} />}
        </Page>
      )}
    </>
  )
}

function Facts({ user }: { user: UserInfo }) {
  const t = useTranslations('setting')
  const dateTime = useDateTime()
  const copy = useCopy()
  const tag = useSession((state) => localeOf(state.locale).tag)
  const countryName = (code: string) => new Intl.DisplayNames(tag, { type: 'region' }).of(code)
  const lines = [
    ['email', user.email],
    ['phone', user.phone],
    ['country', user.country && countryName(user.country)],
    ['member', dateTime(user.created, 'day')],
  ] as const
  return (
    <dl className="text-16">
      <div className="flex min-h-14 items-center gap-3 py-1 pr-2 pl-4 hairline-b">
        <dt className="flex-1 text-secondary">{t('uid')}</dt>
        <dd className="flex items-center figures">
          {user.uid}
          <IconButton label={t('copy')} onClick={() => copy(user.uid)}>
            <Copy size={18} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        </dd>
      </div>
      {lines.map(([key, value]) => (
        <div key={key} className="flex min-h-14 items-center gap-4 px-4 py-2 hairline-b last:shadow-none">
          <dt className="flex-1 text-secondary">{t(key)}</dt>
          <dd className={value ? 'figures min-w-0 text-right break-words' : 'text-quiet'}>{value || t('notGiven')}</dd>
        </div>
      ))}
    </dl>
  )
}
