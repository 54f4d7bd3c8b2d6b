import type { DeskUser } from '@truemark/protocol/routes/desk'
import { Badge } from '@truemark/ui/primitives/Badge'
import { useTranslations } from 'use-intl'

/** Whether the user can act. */
export function StateBadge({ disabled }: { disabled: boolean }) {
  const t = useTranslations('desk.users')
  return <Badge tone={disabled ? 'danger' : 'up'}>{disabled ? t('disabled') : t('active')}</Badge>
}

/** Real or demo, and whether it is a demo without registration. */
export function RealmBadge({ user }: { user: DeskUser }) {
  const t = useTranslations('desk')
  if (user.guest) return <Badge>{t('users.guest')}</Badge>
  return <Badge tone={user.realm === 'demo' ? 'plain' : 'primary'}>{t(`common.${user.realm}`)}</Badge>
}

/** How far the identity is verified, primary and advanced. */
export function useVerification(): (user: DeskUser) => string {
  const t = useTranslations('desk.users')
  return ({ real_name: { primary, advanced } }) =>
    advanced === 'none'
      ? t('realNameState', { state: primary })
      : `${t('realNameState', { state: primary })} · ${t('advanced', { state: t('realNameState', { state: advanced }) })}`
}

/** The name of a country in the reader's language; its code where it has none. */
export function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
