import type { ButtonKind } from '@truemark/ui/primitives/Button'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FailureNote } from './FailureNote.tsx'
import { focusFault } from './focusFault.ts'
import { isReasonText } from './reason.ts'
import { ReasonField } from './ReasonField.tsx'

export interface ReasonDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What will happen, in plain words. */
  description: ReactNode
  confirmLabel: string
  confirmKind?: ButtonKind
  busy: boolean
  failure: string | null
  onConfirm: (reason: string) => void
  /** Choices before the reason. */
  children?: ReactNode
}

/** Asks once before something happens, and for the reason. Mount it anew for each deed. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, confirmKind, busy, failure, onConfirm, children } =
    props
  const t = useTranslations('desk')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const confirm = () => {
    setTried(true)
    if (!isReasonText(reason)) focusFault()
    else if (!busy) onConfirm(reason.trim())
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      cancelLabel={t('common.cancel')}
      {...(confirmKind === undefined ? {} : { confirmKind })}
      busy={busy}
      onConfirm={confirm}
    >
      {children}
      <ReasonField label={t('deed.reason')} value={reason} onValueChange={setReason} tried={tried} onEnter={confirm} />
      <FailureNote text={failure} />
    </ConfirmDialog>
  )
}
