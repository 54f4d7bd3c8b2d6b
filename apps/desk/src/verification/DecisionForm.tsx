import {
  deskVerificationApprove,
  deskVerificationReject,
  type DeskVerificationOne,
} from '@truemark/protocol/routes/deskVerification'
import {
  verificationReason,
  type VerificationFault,
  type VerificationField,
} from '@truemark/protocol/routes/verification'
import { Button } from '@truemark/ui/primitives/Button'
import { Card } from '@truemark/ui/primitives/Card'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Select } from '@truemark/ui/primitives/Select'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { FailureNote, useDeed } from '../deed/door.ts'

const fieldsOf = {
  primary: ['realName', 'document_number', 'birth_date', 'country', 'front', 'back'],
  advanced: ['home_address', 'work_address', 'relative_phone'],
} as const satisfies Readonly<Record<DeskVerificationOne['level'], readonly VerificationField[]>>

const touched = ['verification', 'verifications', 'users', 'user', 'audit']
const noteLengthMax = 200

/** Approves a submission, or rejects it with a reason for each field at fault. */
export function DecisionForm({ one }: { one: DeskVerificationOne }) {
  const t = useTranslations('desk')
  const [act, setAct] = useState<'approve' | 'reject'>('approve')
  const [note, setNote] = useState('')
  const [faults, setFaults] = useState<readonly VerificationFault[]>([])
  const [tried, setTried] = useState(false)
  const deed = useDeed({
    send: () => {
      const params = { id: one.id }
      return act === 'approve'
        ? call(deskVerificationApprove, { params, body: { note: note.trim() } })
        : call(deskVerificationReject, { params, body: { faults: [...faults], note: note.trim() } })
    },
    touches: touched,
    done: () => t(act === 'approve' ? 'verification.approved' : 'verification.rejected'),
  })
  const isMissing = act === 'reject' && faults.length === 0
  const decide = () => {
    setTried(true)
    if (!isMissing && !deed.busy) void deed.run(undefined)
  }
  return (
    <Card className="flex flex-col gap-4">
      <Segmented
        label={t('verification.decision')}
        value={act}
        items={[
          { value: 'approve', label: t('verification.approve') },
          { value: 'reject', label: t('verification.reject') },
        ]}
        onValueChange={setAct}
      />
      {act === 'reject' && <FaultFields fields={fieldsOf[one.level]} faults={faults} onChange={setFaults} />}
      <TextInput
        label={t('verification.note')}
        aside={t('common.optional')}
        autoComplete="off"
        maxLength={noteLengthMax}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <FailureNote text={tried && isMissing ? t('verification.noFault') : deed.failure} />
      <Button kind={act === 'approve' ? 'primary' : 'danger'} busy={deed.busy} onClick={decide}>
        {t(act === 'approve' ? 'verification.approve' : 'verification.reject')}
      </Button>
    </Card>
  )
}

interface FaultFieldsProps {
  fields: readonly VerificationField[]
  faults: readonly VerificationFault[]
  onChange: (faults: readonly VerificationFault[]) => void
}

function FaultFields({ fields, faults, onChange }: FaultFieldsProps) {
  const t = useTranslations('desk.verification')
  const others = (field: VerificationField) => faults.filter((fault) => fault.field !== field)
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-1 text-14 text-secondary">{t('mark')}</legend>
      {fields.map((field) => {
        const fault = faults.find((one) => one.field === field)
        return (
          <div key={field} className="flex flex-col gap-3">
            <label className="flex min-h-11 items-center gap-3 text-16">
              <input
                type="checkbox"
                className="size-5 accent-(--primary)"
                checked={fault !== undefined}
                onChange={(event) =>
                  onChange(
                    event.target.checked ? [...faults, { field, reason: 'unreadable', note: '' }] : others(field),
                  )
                }
              />
              {t(`fields.${field}`)}
            </label>
            {fault !== undefined && (
              <FaultDetail fault={fault} onChange={(next) => onChange([...others(field), next])} />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

function FaultDetail({ fault, onChange }: { fault: VerificationFault; onChange: (fault: VerificationFault) => void }) {
  const t = useTranslations('desk.verification')
  const field = t(`fields.${fault.field}`)
  return (
    <div className="flex flex-col gap-3 pl-8">
      <Select
        label={t('fieldReason', { field })}
        value={fault.reason}
        options={verificationReason.options.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        onValueChange={(reason) => onChange({ ...fault, reason })}
      />
      <TextInput
        label={t('fieldNote', { field })}
        autoComplete="off"
        maxLength={noteLengthMax}
        value={fault.note}
        onChange={(event) => onChange({ ...fault, note: event.target.value })}
      />
    </div>
  )
}
