import { hasMemo } from '@truemark/payee/memo'
import { deskNetworkPut, type DeskNetwork } from '@truemark/protocol/routes/deskWallet'
import { Select } from '@truemark/ui/primitives/Select'
import { Switch } from '@truemark/ui/primitives/Switch'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ChangeSheet, type WrittenChange } from '../deed/door.ts'
import { bodyOf, consequencesOf, draftOf, faultsOf, forms, readDraft, type NetworkDraft } from './network.ts'

const switches = ['deposit', 'withdraw', 'memo'] as const

export interface NetworkSheetProps {
  /** Null for one that is not there yet. */
  network: DeskNetwork | null
  onClose: () => void
}

/** Adds a network of a currency, or changes where its deposits go and whether it is open. */
export function NetworkSheet({ network, onClose }: NetworkSheetProps) {
  const t = useTranslations('desk')
  const before = draftOf(network)
  const [draft, setDraft] = useState(before)
  const faults = faultsOf(draft)
  return (
    <ChangeSheet
      onClose={onClose}
      title={network === null ? t('networks.add') : `${network.currency} ${network.network}`}
      description={t('networks.sheetExplained')}
      changes={useWrittenChanges(before, draft)}
      consequences={consequencesOf(before, draft).map((name) => t(`networks.consequence.${name}`))}
      faulty={faults.size > 0}
      send={(reason) => call(deskNetworkPut, { body: bodyOf(draft, reason) })}
      touches={['networks']}
    >
      {(tried) => (
        <>
          {network === null && <NameFields draft={draft} tried={tried} onChange={setDraft} />}
          <TextInput
            label={t('networks.shared')}
            hint={t('networks.sharedHint')}
            error={tried && faults.has('address') ? t('networks.fault.address') : undefined}
            autoComplete="off"
            maxLength={200}
            value={draft.address}
            onChange={(event) => setDraft({ ...draft, address: event.target.value })}
          />
          {switches
            .filter((name) => name !== 'memo' || hasMemo(draft.form) || draft.memo)
            .map((name) => (
              <div key={name} className="flex items-center justify-between gap-3">
                <span className="text-16">{t(`networks.${name}`)}</span>
                <Switch
                  label={t(`networks.${name}`)}
                  checked={draft[name]}
                  onCheckedChange={(on) => setDraft({ ...draft, [name]: on })}
                />
              </div>
            ))}
          {hasMemo(draft.form) && <p className="text-12 text-quiet">{t('networks.memoHint')}</p>}
          {tried && faults.has('memo') && <p className="text-12 text-danger">{t('networks.fault.memo')}</p>}
        </>
      )}
    </ChangeSheet>
  )
}

interface FieldsProps {
  draft: NetworkDraft
  tried: boolean
  onChange: (draft: NetworkDraft) => void
}

function NameFields({ draft, tried, onChange }: FieldsProps) {
  const t = useTranslations('desk')
  const faults = faultsOf(draft)
  return (
    <>
      <TextInput
        label={t('treasury.currency')}
        error={tried && faults.has('currency') ? t('networks.fault.currency') : undefined}
        autoComplete="off"
        maxLength={12}
        value={draft.currency}
        onChange={(event) => onChange({ ...draft, currency: event.target.value })}
      />
      <TextInput
        label={t('common.network')}
        hint={t('networks.nameHint')}
        error={tried && faults.has('network') ? t('networks.fault.network') : undefined}
        autoComplete="off"
        maxLength={20}
        value={draft.network}
        onChange={(event) => onChange({ ...draft, network: event.target.value })}
      />
      <Select
        label={t('networks.form')}
        hint={t('networks.formHint')}
        value={draft.form}
        options={forms.map((value) => ({ value, label: value }))}
        onValueChange={(form) => onChange({ ...draft, form })}
      />
    </>
  )
}

function useWrittenChanges(before: NetworkDraft, draft: NetworkDraft): readonly WrittenChange[] {
  const t = useTranslations('desk')
  const after = readDraft(draft)
  const onOff = (on: boolean) => (on ? t('common.on') : t('common.off'))
  const rows: WrittenChange[] = []
  if (before.currency === '' && after.currency !== '') {
    rows.push({ name: t('networks.add'), from: '–', to: `${after.currency} ${after.network} (${after.form})` })
  }
  if (before.address !== after.address) {
    rows.push({ name: t('networks.shared'), from: before.address || '–', to: after.address || '–' })
  }
  for (const name of switches) {
    if (before[name] !== after[name]) {
      rows.push({ name: t(`networks.${name}`), from: onOff(before[name]), to: onOff(after[name]) })
    }
  }
  return rows
}
