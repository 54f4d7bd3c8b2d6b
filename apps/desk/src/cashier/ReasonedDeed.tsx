import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FailureNote, focusFault, isReasonText, ReasonField, useDeed } from '../deed/door.ts'

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
  const t = useTranslations('desk')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const deed = useDeed({ send, touches, done: () => done })
  const act = () => {
    setTried(true)
    if (!isReasonText(reason)) return focusFault()
    if (!deed.busy) void deed.run(reason.trim()).then((isDone) => isDone && onDone())
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-14 text-secondary">{text}</p>
      <ReasonField label={t('deed.reason')} value={reason} onValueChange={setReason} tried={tried} onEnter={act} />
      <FailureNote text={deed.failure} />
      <Button kind="danger" busy={deed.busy} onClick={act}>
        {label}
      </Button>
    </div>
  )
}
