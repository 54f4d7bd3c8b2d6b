import { Button } from '@truemark/ui/primitives/Button'
import { Sheet } from '@truemark/ui/primitives/Sheet'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ChangeList, type WrittenChange } from './ChangeList.tsx'
import { FailureNote } from './FailureNote.tsx'
import { focusFault } from './focusFault.ts'
import { isReasonText } from './reason.ts'
import { ReasonField } from './ReasonField.tsx'

export interface ChangeSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  /** What would change, in the reader's notation; nothing can be saved without any. */
  changes: readonly WrittenChange[]
  /** What follows from it, in sentences. */
  consequences: readonly string[]
  faulty: boolean
  busy: boolean
  failure: string | null
  onSave: (reason: string) => void
  /** The fields; `tried` says that saving was tried. */
  children: (tried: boolean) => ReactNode
}

/** Changes terms for everyone: the fields, what they change, what follows from it, and why. Mount it anew for each deed. */
export function ChangeSheet(props: ChangeSheetProps) {
  const { open, onOpenChange, title, description, changes, consequences, faulty, busy, failure, onSave, children } =
    props
  const t = useTranslations('desk')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const changed = changes.length > 0
  const save = () => {
    setTried(true)
    if (faulty || !isReasonText(reason)) return focusFault()
    if (changed && !busy) onSave(reason.trim())
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button kind="secondary" className="flex-1" onClick={() => onOpenChange(false)}>
            {t('common.cancel')}
          </Button>
          <Button className="flex-1" busy={busy} disabled={!changed} onClick={save}>
            {t('deed.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {children(tried)}
        <ChangeList changes={changes} consequences={consequences} />
        <ReasonField
          label={t('deed.changeReason')}
          value={reason}
          onValueChange={setReason}
          tried={tried}
          onEnter={save}
        />
        <FailureNote text={failure} />
      </div>
    </Sheet>
  )
}
