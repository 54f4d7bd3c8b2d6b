import type { Passkey } from '@truemark/protocol/routes/passkeys'
import { Button } from '@truemark/ui/primitives/Button'
import { KeyRow, KeysUnavailable } from '@truemark/ui/primitives/KeyRow'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isNamed, passkeysAtHand } from '@truemark/client/passkeys'
import { CardSection } from '../parts/CardSection.tsx'
import { LoadFailed } from '../parts/LoadFailed.tsx'
import { useDateTime } from '../i18n/door.ts'
import { usePasskeys } from '../wallet/door.ts'
import { PasskeyAddSheet } from './PasskeyAddSheet.tsx'
import { PasskeyRemoveSheet, PasskeyRenameSheet } from './PasskeySheets.tsx'

type Asked = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey }

/** The passkeys of the account: what each is, and adding, renaming and removing them. */
export function PasskeyList() {
  const t = useTranslations('security.passkeys')
  const shell = useTranslations('shell')
  const dateTime = useDateTime()
  const query = usePasskeys()
  const [asked, ask] = useState<Asked | null>(null)
  const items = query.data?.items
  const close = () => ask(null)
  return (
    <CardSection title={t('title')}>
      <div className="overflow-hidden rounded-card bg-surface">
        <p className="px-4 py-3 text-14 text-secondary hairline-b">{t('explained')}</p>
        {items === undefined && !query.isError && <SkeletonRows rows={1} label={shell('state.loading')} />}
        {items === undefined && query.isError && <LoadFailed onRetry={() => void query.refetch()} />}
        {items?.length === 0 && <p className="px-4 py-3 text-14 text-quiet">{t('empty')}</p>}
        <ul>
          {items?.map((passkey) => (
            <KeyRow
              key={passkey.id}
              of={passkey}
              dateTime={dateTime}
              text={t}
              onAsk={(kind) => ask({ kind, passkey })}
            />
          ))}
        </ul>
      </div>
      {query.data !== undefined && <Adding available={query.data.available} onAdd={() => ask({ kind: 'add' })} />}
      {asked?.kind === 'add' && <PasskeyAddSheet onClose={close} />}
      {asked?.kind === 'rename' && <PasskeyRenameSheet passkey={asked.passkey} onClose={close} />}
      {asked?.kind === 'remove' && <PasskeyRemoveSheet passkey={asked.passkey} onClose={close} />}
    </CardSection>
  )
}

/** The way to another one, or why there is none here. */
function Adding({ available, onAdd }: { available: boolean; onAdd: () => void }) {
  const t = useTranslations('security.passkeys')
  if (available && passkeysAtHand()) {
    return (
      <Button kind="secondary" wide onClick={onAdd}>
        {t('add')}
      </Button>
    )
  }
  if (available && isSecureContext && isNamed(location.hostname)) {
    return <p className="px-4 text-14 text-secondary">{t('unsupported')}</p>
  }
  const text = t('unavailable', { host: location.hostname })
  return <KeysUnavailable text={text} openLocal={t('openLocal')} className="px-4" />
}
