import type { ApiKey } from '@truemark/protocol/routes/apiKeys'
import { Badge } from '@truemark/ui/primitives/Badge'
import { Button } from '@truemark/ui/primitives/Button'
import { SkeletonRows } from '@truemark/ui/primitives/Skeleton'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AskDialog } from '../parts/AskDialog.tsx'
import { LoadFailed } from '../parts/LoadFailed.tsx'
import { useDateTime, useDeadline } from '../i18n/door.ts'
import { ApiKeyMakeSheet } from './ApiKeyMakeSheet.tsx'
import { CopyButton } from './CopyButton.tsx'
import { SecurityFrame } from './SecurityFrame.tsx'
import { useApiKeys, useEndApiKey } from './useApiKeys.ts'

/** The keys by which programs read and trade for the account: making and revoking them. */
export function ApiKeysScreen() {
  return (
    <SecurityFrame title="apiKeys" demo="demo_no_security">
      <ApiKeys />
    </SecurityFrame>
  )
}

function ApiKeys() {
  const t = useTranslations('security.apiKeys')
  const shell = useTranslations('shell')
  const query = useApiKeys()
  // counted, so that each time begins with an empty form
  const [asked, setAsked] = useState(0)
  const [open, setOpen] = useState(false)
  const [ending, setEnding] = useState<ApiKey | null>(null)
  const items = query.data?.items
  return (
    <div className="flex flex-col gap-4 pt-4">
      <p className="text-14 text-secondary">{t('explained')}</p>
      {items === undefined && !query.isError && <SkeletonRows rows={1} label={shell('state.loading')} />}
      {items === undefined && query.isError && <LoadFailed onRetry={() => void query.refetch()} />}
      {items?.length === 0 && <p className="text-14 text-quiet">{t('empty')}</p>}
      <ul className="flex flex-col gap-3">
        {items?.map((key) => (
          <ApiKeyCard key={key.id} apiKey={key} onEnd={() => setEnding(key)} />
        ))}
      </ul>
      {query.data !== undefined && (
        <Button
          kind="secondary"
          wide
          onClick={() => {
            setAsked(asked + 1)
            setOpen(true)
          }}
        >
          {t('make')}
        </Button>
      )}
      {asked > 0 && <ApiKeyMakeSheet key={asked} open={open} onClose={() => setOpen(false)} />}
      <Ending apiKey={ending} onClose={() => setEnding(null)} />
    </div>
  )
}

function ApiKeyCard({ apiKey, onEnd }: { apiKey: ApiKey; onEnd: () => void }) {
  const t = useTranslations('security.apiKeys')
  const dateTime = useDateTime()
  const deadline = useDeadline()
  const { id, label, kind, scope, realm, addresses, expires, created, last_used: used, last_from: from } = apiKey
  return (
    <li aria-label={label} className="flex flex-col gap-1 rounded-card bg-surface p-4">
      <span className="flex flex-wrap items-center gap-2 text-16 font-medium break-words">
        {label}
        <Badge tone={scope === 'trade' ? 'primary' : 'plain'}>{t(scope)}</Badge>
        {realm === 'demo' && <Badge>{t('demo')}</Badge>}
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="figures min-w-0 text-14 break-all">{id}</span>
        <CopyButton text={id} label={t('copyId')} />
      </span>
      <span className="text-12 text-quiet">{t(`kind.${kind}`)}</span>
      <span className="text-12 text-quiet">
        {addresses.length === 0 ? t('anyAddress') : t('onlyFrom', { addresses: addresses.join(', ') })}
      </span>
      <span className="figures text-12 text-quiet">
        {t('created', { time: dateTime(created) })}
        {expires !== null && ` · ${t('expires', { time: deadline(expires) })}`}
      </span>
      <span className="figures text-12 text-quiet">
        {used === null ? t('unused') : t('used', { time: dateTime(used), from })}
      </span>
      <Button kind="quiet" compact className="self-end" aria-label={t('revokeOne', { label })} onClick={onEnd}>
        {t('revoke')}
      </Button>
    </li>
  )
}

function Ending({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const t = useTranslations('security.apiKeys')
  const end = useEndApiKey()
  // its words stay while the dialog goes away
  const [shown, setShown] = useState(apiKey)
  if (apiKey !== null && apiKey !== shown) setShown(apiKey)
  return (
    <AskDialog
      open={apiKey !== null}
      onClose={onClose}
      title={t('revokeOne', { label: shown?.label ?? '' })}
      description={t('revokeText')}
      confirmLabel={t('revoke')}
      confirmKind="danger"
      onConfirm={() => {
        if (apiKey !== null) end.mutate(apiKey)
        onClose()
      }}
    />
  )
}
