import type { DeskVerificationOne } from '@truemark/protocol/routes/deskVerification'
import {
  verificationReason,
  type VerificationFault,
  type VerificationField,
} from '@truemark/protocol/routes/verification'
import { Select } from '@truemark/ui/primitives/Select'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useTranslations } from 'use-intl'

/** The fields of each level. */
export const fieldsOf = {
  primary: ['realName', 'document_number', 'birth_date', 'country', 'front', 'back'],
  advanced: ['home_address', 'work_address', 'relative_phone'],
} as const satisfies Readonly<Record<DeskVerificationOne['level'], readonly VerificationField[]>>

export const noteLengthMax = 200

interface FaultFieldsProps {
  fields: readonly VerificationField[]
  faults: readonly VerificationFault[]
  onChange: (faults: readonly VerificationFault[]) => void
}

/** Marks what is at fault, each with its reason and a note that the person reads. */
export function FaultFields({ fields, faults, onChange }: FaultFieldsProps) {
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
