import type { AnswerOf } from '@truemark/protocol/routes/route'
import type { apiKeyMake } from '@truemark/protocol/routes/apiKeys'
import { serverNow } from '@truemark/ui/device/serverTime'
import { Button } from '@truemark/ui/primitives/Button'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Select } from '@truemark/ui/primitives/Select'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useTried } from '../parts/useTried.ts'
import { isAboutProof, isProofWhole, provingAnew, StepUpFields, useProof, useRefusalText } from '../wallet/door.ts'
import { addressesIn, askedKey, emptyKeyForm, type KeyForm, keyFormFault } from './apiKeyForm.ts'
import { CopyButton } from './CopyButton.tsx'
import { useMakeApiKey } from './useApiKeys.ts'

const labelLengthMax = 40
type Made = AnswerOf<typeof apiKeyMake>

/** Makes a key for a program: what it may do and a proof, then what the program needs, once. */
export function ApiKeyMakeSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('security.apiKeys')
  const make = useMakeApiKey()
  const [made, setMade] = useState<Made | null>(null)
  return (
    <OwnSheet
      open={open}
      busy={make.isPending}
      onClose={onClose}
      title={t(made === null ? 'make' : 'made')}
      description={t(made === null ? 'makeText' : made.secret === null ? 'madeText' : 'secretText')}
    >
      {made === null ? <Form make={make} onMade={setMade} /> : <MadeKey made={made} onDone={onClose} />}
    </OwnSheet>
  )
}

function Form({ make, onMade }: { make: ReturnType<typeof useMakeApiKey>; onMade: (made: Made) => void }) {
  const t = useTranslations('security.apiKeys')
  const refusalText = useRefusalText()
  const [form, setForm] = useState(emptyKeyForm)
  const [proof, setProof] = useProof()
  const fault = keyFormFault(form)
  const change = (part: Partial<KeyForm>) => {
    setForm({ ...form, ...part })
    if (make.isError) make.reset()
  }
  const { tried, onSubmit } = useTried(
    fault !== null || !isProofWhole(proof),
    () => make.mutate({ proof, asked: askedKey(form, serverNow()) }, { onSuccess: onMade }),
    make.isPending,
  )
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <KeyFields form={form} fault={tried ? fault : null} onChange={change} />
      <StepUpFields proof={proof} tried={tried} failure={make.error} onChange={provingAnew(make, setProof)} />
      <Refused text={make.isError && !isAboutProof(make.error) ? refusalText(make.error) : undefined} />
      <Button type="submit" wide busy={make.isPending}>
        {t('make')}
      </Button>
    </form>
  )
}

interface KeyFieldsProps {
  form: KeyForm
  fault: ReturnType<typeof keyFormFault>
  onChange: (part: Partial<KeyForm>) => void
}

function KeyFields({ form, fault, onChange }: KeyFieldsProps) {
  const t = useTranslations('security.apiKeys')
  const isOpen = form.scope === 'trade' && addressesIn(form.addresses).length === 0
  return (
    <>
      <TextInput
        label={t('label')}
        hint={t('labelHint')}
        autoComplete="off"
        autoCapitalize="sentences"
        maxLength={labelLengthMax}
        value={form.label}
        error={fault === 'label' ? t('labelMissing') : undefined}
        onChange={(event) => onChange({ label: event.target.value })}
      />
      <Segmented
        label={t('account')}
        value={form.realm}
        items={(['real', 'demo'] as const).map((value) => ({ value, label: t(value) }))}
        onValueChange={(realm) => onChange({ realm })}
      />
      <Segmented
        label={t('scope')}
        value={form.scope}
        items={(['read', 'trade'] as const).map((value) => ({ value, label: t(value) }))}
        onValueChange={(scope) => onChange({ scope })}
      />
      <Select
        label={t('signature')}
        value={form.kind}
        options={(['hmac', 'ed25519'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
        onValueChange={(kind) => onChange({ kind })}
      />
      {form.kind === 'ed25519' && (
        <TextInput
          label={t('publicKey')}
          hint={t('publicKeyHint')}
          autoComplete="off"
          value={form.publicKey}
          error={fault === 'publicKey' || fault === 'privateKey' ? t(`${fault}Wrong`) : undefined}
          onChange={(event) => onChange({ publicKey: event.target.value })}
        />
      )}
      <TextInput
        label={t('addresses')}
        hint={t(isOpen ? 'addressesOpen' : 'addressesHint')}
        autoComplete="off"
        value={form.addresses}
        onChange={(event) => onChange({ addresses: event.target.value })}
      />
      <Select
        label={t('ends')}
        value={form.days}
        options={(['never', '30', '90', '365'] as const).map((value) => ({
          value,
          label: value === 'never' ? t('never') : t('days', { days: Number(value) }),
        }))}
        onValueChange={(days) => onChange({ days })}
      />
    </>
  )
}

function MadeKey({ made: { key, secret }, onDone }: { made: Made; onDone: () => void }) {
  const t = useTranslations('security.apiKeys')
  return (
    <div className="flex flex-col gap-4">
      <Shown label={t('id')} text={key.id} copyLabel={t('copyId')} />
      {secret !== null && <Shown label={t('secret')} text={secret} copyLabel={t('copySecret')} />}
      <Button wide onClick={onDone}>
        {t(secret === null ? 'done' : 'kept')}
      </Button>
    </div>
  )
}

function Shown({ label, text, copyLabel }: { label: string; text: string; copyLabel: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 rounded-control bg-raised py-1 pr-1 pl-3.5">
      <span className="flex min-w-0 flex-1 flex-col py-1">
        <span className="text-12 text-quiet">{label}</span>
        <span className="figures text-14 break-all select-all">{text}</span>
      </span>
      <CopyButton text={text} label={copyLabel} />
    </div>
  )
}
