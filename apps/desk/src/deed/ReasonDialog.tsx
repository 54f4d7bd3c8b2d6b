import type { ButtonKind } from '@truemark/ui/primitives/Button'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FailureNote } from './FailureNote.tsx'
import { focusFault } from './focusFault.ts'
import { isReasonText } from './reason.ts'
import { ReasonField } from './ReasonField.tsx'
import { useDeed } from './useDeed.ts'

export interface ReasonDialogProps {
  /** Whether it is there, for a dialog that stays for as long as it takes to go away. */
  open?: boolean
  onClose: () => void
  title: string
  /** What will happen, in plain words. */
  description: ReactNode
  confirmLabel: string
  confirmKind?: ButtonKind
  send: (reason: string) => Promise<unknown>
  /** The lists that are read anew. */
  touches: readonly string[]
  /** What is said once it is done. */
  done: string
  /** Whether what is chosen can't be sent; the choice itself says why. */
  isBarred?: boolean
  /** Choices before the reason; `tried` says that it was confirmed once. */
  children?: (tried: boolean) => ReactNode
}

/** Asks once and for the reason, does it, and says how it went. Mount it anew for each deed. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open = true, onClose, title, description, confirmLabel, confirmKind, isBarred = false, children } = props
  const t = useTranslations('desk')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const deed = useDeed({ send: props.send, touches: props.touches, done: () => props.done })
  const confirm = () => {
    setTried(true)
    if (isBarred || !isReasonText(reason)) return focusFault()
    if (!deed.busy) void deed.run(reason.trim()).then((isDone) => isDone && onClose())
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      cancelLabel={t('common.cancel')}
      {...(confirmKind === undefined ? {} : { confirmKind })}
      busy={deed.busy}
      onConfirm={confirm}
    >
      {children?.(tried)}
      <ReasonField label={t('deed.reason')} value={reason} onValueChange={setReason} tried={tried} onEnter={confirm} />
      <FailureNote text={deed.failure} />
    </ConfirmDialog>
  )
}
