import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DeedForm, isReasonText, ReasonField } from '../deed/door.ts'

export interface ReasonedDeedProps {
  /** What will happen, in plain words. */
  text: string
  /** What is done, as its button says it. */
  label: string
  /** What is said once it is done. */
  done: string
  /** The lists that are read anew. */
  touches: readonly string[]
  send: (reason: string) => Promise<unknown>
  onDone: () => void
}

/** A deed within a sheet that asks for nothing but its reason, and that is hard to take back. */
export function ReasonedDeed({ text, label, done, touches, send, onDone }: ReasonedDeedProps) {
  const t = useTranslations('desk.deed')
  const [reason, setReason] = useState('')
  return (
    <DeedForm
      label={label}
      kind="danger"
      faulty={!isReasonText(reason)}
      send={() => send(reason.trim())}
      touches={touches}
      done={done}
      onDone={onDone}
    >
      {(tried, act) => (
        <>
          <p className="text-14 text-secondary">{text}</p>
          <ReasonField label={t('reason')} value={reason} onValueChange={setReason} tried={tried} onEnter={act} />
        </>
      )}
    </DeedForm>
  )
}
