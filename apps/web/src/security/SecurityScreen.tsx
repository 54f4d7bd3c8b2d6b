import { Badge } from '@truemark/ui/primitives/Badge'
import { ListRowContent, rowClass } from '@truemark/ui/primitives/ListRow'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useSession, userOf } from '../data/session.ts'
import { CardSection } from '../parts/CardSection.tsx'
import { HoldSwitch } from '../wallet/door.ts'
import { AlertsRow } from './AlertsRow.tsx'
import { FactorResetNotice } from './FactorResetNotice.tsx'
import { PasskeyList } from './PasskeyList.tsx'
import { SecurityFrame } from './SecurityFrame.tsx'
import { SessionList } from './SessionList.tsx'
import { TotpRemoveSheet } from './TotpRemoveSheet.tsx'
import { TotpSetSheet } from './TotpSetSheet.tsx'

/** What keeps the account safe: the password, the second factor, passkeys, the hold on new payees, and where one is signed in. */
export function SecurityScreen() {
  const t = useTranslations('security')
  const isDemo = useSession((state) => state.mode === 'demo')
  return (
    <SecurityFrame title="security">
      <div className="flex flex-col gap-6 pt-4">
        {!isDemo && (
          <>
            <FactorResetNotice />
            <CardSection title={t('signIn')}>
              <div className="overflow-hidden rounded-card bg-surface">
                <Link to="/setting/change-password" className={`${rowClass} hairline-b`}>
                  <ListRowContent title={t('password')} leads />
                </Link>
                <div className="hairline-b">
                  <TotpRow />
                </div>
                <div className="hairline-b">
                  <AlertsRow />
                </div>
                <Link to="/setting/api-keys" className={`${rowClass} hairline-b`}>
                  <ListRowContent title={t('apiKeys.title')} note={t('apiKeys.row')} leads />
                </Link>
                <Link to="/setting/account-access" className={rowClass}>
                  <ListRowContent title={t('access.title')} note={t('access.note')} leads />
                </Link>
              </div>
            </CardSection>
            <PasskeyList />
            <HoldSwitch />
          </>
        )}
        <SessionList />
      </div>
    </SecurityFrame>
  )
}

function TotpRow() {
  const t = useTranslations('security.totp')
  const isOn = useSession((state) => userOf(state)?.two_factor ?? false)
  // what was asked for stands while its sheet goes away, although the factor is the other way round by then
  const [sheet, setSheet] = useState<{ kind: 'set' | 'remove'; asked: number } | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={rowClass}
        onClick={() => {
          setSheet({ kind: isOn ? 'remove' : 'set', asked: (sheet?.asked ?? 0) + 1 })
          setOpen(true)
        }}
      >
        <ListRowContent
          title={t('title')}
          note={t('explained')}
          value={<Badge tone={isOn ? 'info' : 'plain'}>{t(isOn ? 'on' : 'off')}</Badge>}
          leads
        />
      </button>
      {sheet?.kind === 'set' && <TotpSetSheet key={sheet.asked} open={open} onOpenChange={setOpen} />}
      {sheet?.kind === 'remove' && <TotpRemoveSheet key={sheet.asked} open={open} onOpenChange={setOpen} />}
    </>
  )
}
