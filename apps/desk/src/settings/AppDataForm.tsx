import type { AppFields } from '@truemark/protocol/routes/content'
import { deskAppDataChange } from '@truemark/protocol/routes/deskSettings'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useMay } from '../data/session.ts'
import { FailureNote, focusFault, isReasonText, ReasonField, SaveBar, useDeed } from '../deed/door.ts'
import { AppDataField } from './AppDataField.tsx'
import { appFaults, appFieldNames, isTimezone } from './appFaults.ts'

/** The fields as one form, saved together. */
export function AppDataForm({ saved }: { saved: AppFields }) {
  const t = useTranslations('desk')
  const mayWrite = useMay('desk_content_write')
  const [fields, setFields] = useState(saved)
  const [tried, setTried] = useState(false)
  const faults = appFaults(fields, isTimezone)
  const changed = appFieldNames.some((name) => fields[name] !== saved[name])
  const isOtherFee = fields.default_withdrawal_fee_rate !== saved.default_withdrawal_fee_rate
  const [reason, setReason] = useState('')
  const deed = useDeed({
    send: () => call(deskAppDataChange, { body: isOtherFee ? { ...fields, reason: reason.trim() } : fields }),
    touches: ['appData', 'app'],
    done: () => t('appData.saved'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(faults).length > 0 || (isOtherFee && !isReasonText(reason))) focusFault()
    else if (changed && !deed.busy) void deed.run(undefined)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div className="grid items-start gap-4 tablet:grid-cols-2">
        {appFieldNames.map((name) => {
          const fault = faults[name]
          return (
            <AppDataField
              key={name}
              name={name}
              value={fields[name]}
              disabled={!mayWrite}
              error={fault !== undefined && (tried || fields[name] !== saved[name]) ? t(`fault.${fault}`) : undefined}
              onValueChange={(value) => setFields({ ...fields, [name]: value })}
            />
          )
        })}
      </div>
      {isOtherFee && <ReasonField label={t('deed.reason')} value={reason} onValueChange={setReason} tried={tried} />}
      <FailureNote text={deed.failure} />
      {mayWrite && <SaveBar changed={changed} busy={deed.busy} onDiscard={() => setFields(saved)} />}
    </form>
  )
}
