import { useQuery } from '@tanstack/react-query'
import { deskSecurity, type DeskSecurityState } from '@truemark/protocol/routes/deskSecurity'
import type { Passkey } from '@truemark/protocol/routes/passkeys'
import { Button } from '@truemark/ui/primitives/Button'
import { KeyRow, KeysUnavailable } from '@truemark/ui/primitives/KeyRow'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { isNamed, passkeysAtHand } from '@truemark/client/passkeys'
import { Heading, LoadFailure } from '../table/door.ts'
import { useDateTime } from '../i18n/door.ts'
import { AppRemoveSheet, AppSetSheet } from './AppSheets.tsx'
import { PasskeyAddSheet } from './PasskeyAddSheet.tsx'
import { PasskeyRemoveSheet, PasskeyRenameSheet } from './PasskeySheets.tsx'
import { StaffAccounts } from './StaffAccounts.tsx'

type Asked =
  | { readonly kind: 'add' | 'appSet' | 'appRemove' }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey }

/** How the signed-in operator signs in: passkeys and the authenticator app. */
export function SecurityScreen() {
  const t = useTranslations('desk.security')
  const common = useTranslations('desk.common')
  const query = useQuery({ queryKey: ['security'], queryFn: () => call(deskSecurity, {}) })
  const [asked, ask] = useState<Asked | null>(null)
  const state = query.data
  return (
    <>
      <Heading title={t('title')} text={t('explained')} />
      {state === undefined && !query.isError && (
        <output aria-label={common('loading')} className="flex max-w-176 flex-col gap-3">
          <Skeleton className="h-24 w-full rounded-card" />
          <Skeleton className="h-24 w-full rounded-card" />
        </output>
      )}
      {state === undefined && query.isError && <LoadFailure query={query} />}
      {state !== undefined && (
        <div className="flex max-w-176 flex-col gap-6">
          <Passkeys state={state} onAsk={ask} />
          <App state={state} onAsk={ask} />
          <StaffAccounts />
          <AskedSheet asked={asked} state={state} onClose={() => ask(null)} />
        </div>
      )}
    </>
  )
}

interface AskedSheetProps {
  asked: Asked | null
  state: DeskSecurityState
  onClose: () => void
}

function AskedSheet({ asked, state, onClose }: AskedSheetProps) {
  switch (asked?.kind) {
    case undefined:
      return null
    case 'add':
      return <PasskeyAddSheet state={state} onClose={onClose} />
    case 'rename':
      return <PasskeyRenameSheet passkey={asked.passkey} onClose={onClose} />
    case 'remove':
      return <PasskeyRemoveSheet passkey={asked.passkey} state={state} onClose={onClose} />
    case 'appSet':
      return <AppSetSheet state={state} onClose={onClose} />
    case 'appRemove':
      return <AppRemoveSheet state={state} onClose={onClose} />
  }
}

interface SectionProps {
  state: DeskSecurityState
  onAsk: (asked: Asked) => void
}

function Passkeys({ state, onAsk }: SectionProps) {
  const t = useTranslations('desk.security')
  const dateTime = useDateTime()
  return (
    <section aria-labelledby="passkeys" className="flex flex-col gap-3">
      <h2 id="passkeys" className="text-16 font-semibold">
        {t('passkeys')}
      </h2>
      <div className="overflow-hidden rounded-card bg-surface">
        {state.passkeys.length === 0 && <p className="px-4 py-3 text-14 text-quiet">{t('empty')}</p>}
        <ul>
          {state.passkeys.map((passkey) => (
            <KeyRow
              key={passkey.id}
              of={passkey}
              dateTime={dateTime}
              text={t}
              onAsk={(kind) => onAsk({ kind, passkey })}
            />
          ))}
        </ul>
      </div>
      <Adding available={state.available} onAdd={() => onAsk({ kind: 'add' })} />
    </section>
  )
}

/** The way to another one, or why there is none here. */
function Adding({ available, onAdd }: { available: boolean; onAdd: () => void }) {
  const t = useTranslations('desk.security')
  if (available && passkeysAtHand()) {
    return (
      <Button kind="secondary" className="self-start" onClick={onAdd}>
        {t('add')}
      </Button>
    )
  }
  if (available && isSecureContext && isNamed(location.hostname)) {
    return <p className="text-14 text-secondary">{t('unsupported')}</p>
  }
  const text = t('unavailable', { host: location.hostname })
  return <KeysUnavailable text={text} openLocal={t('openLocal')} />
}

function App({ state, onAsk }: SectionProps) {
  const t = useTranslations('desk.security')
  return (
    <section aria-labelledby="app" className="flex flex-col gap-3">
      <h2 id="app" className="text-16 font-semibold">
        {t('app')}
      </h2>
      <div className="flex flex-wrap items-center gap-3 rounded-card bg-surface px-4 py-3">
        <span className="min-w-0 flex-1 text-16">{t(state.totp ? 'appOn' : 'appOff')}</span>
        <Button kind="secondary" compact onClick={() => onAsk({ kind: 'appSet' })}>
          {t(state.totp ? 'appReplace' : 'appSet')}
        </Button>
        {state.totp && (
          <Button kind="danger" compact onClick={() => onAsk({ kind: 'appRemove' })}>
            {t('appRemove')}
          </Button>
        )}
      </div>
    </section>
  )
}
