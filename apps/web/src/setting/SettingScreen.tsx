import { client } from '@truemark/protocol/client'
import { localeOf } from '@truemark/protocol/locale'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { Page } from '@truemark/ui/primitives/Page'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useAppData } from '../data/appData.ts'
import { useSession, userOf } from '../data/session.ts'
import { AccountModeButton, LanguageSheet } from '../identity/door.ts'
import { BackHeader } from '../parts/BackHeader.tsx'
import { CardSection } from '../parts/CardSection.tsx'
import { AppearanceCard } from './AppearanceCard.tsx'
import { Avatar } from './Avatar.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import { nameOfUser } from './nameOfUser.ts'

const accountLinks = [
  { to: '/setting/account-change', name: 'accountChange' },
  { to: '/setting/authentication', name: 'authentication' },
  { to: '/setting/security', name: 'security' },
  { to: '/setting/notifications', name: 'notificationSetting' },
  { to: '/setting/limits', name: 'ownLimits' },
  { to: '/setting/your-data', name: 'yourData' },
  { to: '/setting/change-password', name: 'changePassword' },
  { to: '/setting/credit-score', name: 'creditScore' },
  { to: '/setting/crypto-address-management', name: 'addressManagement' },
  { to: '/withdrawal/manage-bankcard', name: 'manageCards' },
] as const

const aboutLinks = [
  { to: '/setting/faq', name: 'faq' },
  { to: '/setting/contact-us', name: 'contactUs' },
  { to: '/setting/about-us', name: 'aboutUs' },
  { to: '/setting/user-agreement', name: 'userAgreement' },
  { to: '/setting/msb-certificates', name: 'certificates' },
  { to: '/setting/download-app', name: 'downloadApp' },
  { to: '/transparency', name: 'transparency' },
] as const

/** The account, the look and the language, the texts, and the way out. */
export function SettingScreen() {
  const t = useTranslations('setting')
  const app = useAppData()?.app
  return (
    <>
      <BackHeader name="setting" />
      <Page width="panes" className="grid items-start gap-6 tablet:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <Person />
          <AccountModeButton wide />
          <Group title={t('account')}>
            <Links links={accountLinks} />
          </Group>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Group title={t('appearance')}>
            <LanguageRow />
            <AppearanceCard />
          </Group>
          <Group title={t('about')}>
            <Links links={aboutLinks} />
          </Group>
          <LogoutButton />
          <p className="figures text-center text-12 text-quiet">
            {t('version', { version: app?.app_version || client.version })}
          </p>
        </div>
      </Page>
    </>
  )
}

function Person() {
  const t = useTranslations('setting')
  const user = useSession(userOf)
  const name = nameOfUser(user, t('guest'))
  return (
    <Link to="/setting/user-profile" className={`${rowClass} rounded-card bg-surface py-4`}>
      <ListRowContent
        before={<Avatar id={user?.avatar ?? ''} name={name} />}
        title={name}
        note={<span className="figures">{user?.uid}</span>}
        leads
      />
    </Link>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <CardSection title={title}>
      <div className="overflow-hidden rounded-card bg-surface">{children}</div>
    </CardSection>
  )
}

function Links({ links }: { links: typeof accountLinks | typeof aboutLinks }) {
  const t = useTranslations('shell.title')
  return (
    <ul>
      {links.map(({ to, name }) => (
        <li key={to} className="hairline-b last:shadow-none">
          <Link to={to} className={rowClass}>
            <ListRowContent title={t(name)} leads />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function LanguageRow() {
  const t = useTranslations('setting')
  const locale = useSession((state) => state.locale)
  const [open, setOpen] = useState(false)
  return (
    <div className="hairline-b">
      <button type="button" className={rowClass} onClick={() => setOpen(true)}>
        <ListRowContent
          title={t('language')}
          value={<span className="text-secondary">{localeOf(locale).name}</span>}
          leads
        />
      </button>
      <LanguageSheet open={open} onOpenChange={setOpen} />
    </div>
  )
}
