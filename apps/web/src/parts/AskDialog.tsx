import { ConfirmDialog, type ConfirmDialogProps } from '@truemark/ui/primitives/ConfirmDialog'
import { useTranslations } from 'use-intl'

interface AskDialogProps extends Omit<ConfirmDialogProps, 'open' | 'onOpenChange' | 'cancelLabel'> {
  open?: boolean
  onClose: () => void
  cancelLabel?: string
}

/** Asks before what cannot be taken back; without a word of its own the other button says "Cancel". */
export function AskDialog({ open = true, onClose, cancelLabel, ...rest }: AskDialogProps) {
  const shell = useTranslations('shell.action')
  return (
    <ConfirmDialog
      {...rest}
      open={open}
      onOpenChange={(next) => !next && onClose()}
      cancelLabel={cancelLabel ?? shell('cancel')}
    />
  )
}
