import { Sheet, type SheetProps } from '@truemark/ui/primitives/Sheet'
import { useTranslations } from 'use-intl'

interface OwnSheetProps extends Omit<SheetProps, 'open' | 'onOpenChange' | 'closeLabel'> {
  open?: boolean
  /** Nothing is closed while something is on its way. */
  busy?: boolean
  onClose: () => void
}

/** A sheet of the app, which says how it is closed in the reader's language. */
export function OwnSheet({ open = true, busy = false, onClose, ...rest }: OwnSheetProps) {
  const shell = useTranslations('shell.action')
  return (
    <Sheet {...rest} open={open} onOpenChange={(next) => !next && !busy && onClose()} closeLabel={shell('close')} />
  )
}
