import { Button } from '@truemark/ui/primitives/Button'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ChangeList, type WrittenChange } from './ChangeList.tsx'
import { FailureNote } from './FailureNote.tsx'
import { focusFault } from './focusFault.ts'
import { isReasonText } from './reason.ts'
import { ReasonField } from './ReasonField.tsx'
import { useDeed } from './useDeed.ts'
import { OwnSheet } from '../table/door.ts'

export interface ChangeSheetProps {
  /** Whether it is there, for a sheet that stays for as long as it takes to go away. */
  open?: boolean
  onClose: () => void
  title: string
  description: ReactNode
  /** What would change, in the reader's notation; nothing can be saved without any. */
  changes: readonly WrittenChange[]
  /** What follows from it, in sentences. */
  consequences?: readonly string[]
  faulty: boolean
  send: (reason: string) => Promise<unknown>
  /** The lists that are read anew. */
  touches: readonly string[]
  /** What is said once it is done; else that it is saved. */
  done?: string
  /** The fields; `tried` says that saving was tried. */
  children: (tried: boolean) => ReactNode
}

/** Changes terms for everyone: the fields, what they change, what follows from it, and why. Mount it anew for each deed. */
export function ChangeSheet(props: ChangeSheetProps) {
  const { open = true, onClose, title, description, changes, consequences = [], faulty, send, children } = props
  const t = useTranslations('desk')
  const { touches, done = t('deed.saved') } = props
  const deed = useDeed({ send, touches, done: () => done })
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const changed = changes.length > 0
  const save = () => {
    setTried(true)
    if (faulty || !isReasonText(reason)) return focusFault()
    if (changed && !deed.busy) void deed.run(reason.trim()).then((isDone) => isDone && onClose())
  }
  return (
    <OwnSheet
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button kind="secondary" className="flex-1" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button className="flex-1" busy={deed.busy} disabled={!changed} onClick={save}>
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
        <FailureNote text={deed.failure} />
      </div>
    </OwnSheet>
  )
}
