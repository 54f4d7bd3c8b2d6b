import { Button } from '@truemark/ui/primitives/Button'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FailureNote, focusFault, isReasonText, ReasonField, useDeed } from '../deed/door.ts'
import { OwnSheet } from '../table/door.ts'

export interface AskSheetProps {
  title: string
  text: string
  /** Whether the fields can be sent as they are. */
  ready: boolean
  send: (reason: string) => Promise<unknown>
  onClose: () => void
  children: (tried: boolean) => ReactNode
}

/** A form whose end is a question to a second person. */
export function AskSheet({ title, text, ready, send, onClose, children }: AskSheetProps) {
  const t = useTranslations('desk')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const deed = useDeed({ send, touches: ['proposals'], done: () => t('treasury.askedDone') })
  const ask = () => {
    setTried(true)
    if (!ready || !isReasonText(reason)) return focusFault()
    if (!deed.busy) void deed.run(reason.trim()).then((done) => done && onClose())
  }
  return (
    <OwnSheet
      onClose={onClose}
      title={title}
      description={text}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button className="flex-1" busy={deed.busy} onClick={ask}>
            {t('treasury.ask')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children(tried)}
        <ReasonField label={t('deed.reason')} value={reason} onValueChange={setReason} tried={tried} />
        <FailureNote text={deed.failure} />
      </div>
    </OwnSheet>
  )
}
