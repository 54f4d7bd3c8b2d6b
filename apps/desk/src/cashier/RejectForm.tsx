import { Select, type SelectOption } from '@truemark/ui/primitives/Select'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DeedForm } from '../deed/door.ts'

export interface RejectFormProps<Reason extends string> {
  /** The closed list of reasons, which the user reads. */
  reasons: readonly SelectOption<Reason>[]
  first: Reason
  touches: readonly string[]
  send: (body: { reason: Reason; note: string }) => Promise<unknown>
  onDone: () => void
}

/** Rejects what somebody asked for, with a reason out of a closed list and a note for the log. */
export function RejectForm<Reason extends string>(props: RejectFormProps<Reason>) {
  const { reasons, first, touches, send, onDone } = props
  const t = useTranslations('desk')
  const [reason, setReason] = useState<Reason>(first)
  const [note, setNote] = useState('')
  return (
    <DeedForm
      label={t('cashier.reject')}
      kind="danger"
      faulty={false}
      send={() => send({ reason, note: note.trim() })}
      touches={touches}
      done={t('cashier.rejected')}
      onDone={onDone}
    >
      {() => (
        <>
          <Select
            label={t('cashier.reason')}
            hint={t('cashier.reasonHint')}
            value={reason}
            options={reasons}
            onValueChange={setReason}
          />
          <TextInput
            label={t('cashier.note')}
            hint={t('cashier.noteHint')}
            aside={t('common.optional')}
            autoComplete="off"
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </>
      )}
    </DeedForm>
  )
}
