import { Sheet, type SheetProps } from '@truemark/ui/primitives/Sheet'
import { useTranslations } from 'use-intl'

interface OwnSheetProps extends Omit<SheetProps, 'open' | 'onOpenChange' | 'closeLabel'> {
  /** Whether it is there, for a sheet that stays for as long as it takes to go away. */
  open?: boolean
  /** Nothing is closed while something is on its way. */
  busy?: boolean
  onClose: () => void
}

/** A sheet of the desk, which says how it is closed in the reader's language. */
export function OwnSheet({ open = true, busy = false, onClose, ...rest }: OwnSheetProps) {
  const t = useTranslations('desk.common')
  return <Sheet {...rest} open={open} onOpenChange={(next) => !next && !busy && onClose()} closeLabel={t('close')} />
}
