import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { joined } from './joined.tsx'
import { useOpened } from './useOpened.ts'

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  closeLabel: string
  children: ReactNode
  /** The actions, which stay in sight while the rest scrolls. */
  footer?: ReactNode
}

/** A sheet from the bottom on a phone, a dialog in the middle from 768 px. */
export function Sheet({ open, onOpenChange, title, description, closeLabel, children, footer }: SheetProps) {
  const focus = useOpened(open, () => onOpenChange(false))
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-(--motion-sheet) ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          {...focus}
          className={joined(
            'fixed z-50 flex flex-col bg-overlay outline-none transition-[transform,opacity] duration-(--motion-sheet) ease-calm',
            'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-sheet data-ending-style:translate-y-full data-starting-style:translate-y-full',
            'tablet:inset-auto tablet:top-1/2 tablet:left-1/2 tablet:max-h-[86dvh] tablet:w-[min(28rem,92vw)] tablet:-translate-x-1/2 tablet:-translate-y-1/2 tablet:rounded-sheet',
            'tablet:data-ending-style:-translate-y-[48%] tablet:data-ending-style:opacity-0 tablet:data-starting-style:-translate-y-[48%] tablet:data-starting-style:opacity-0',
          )}
        >
          <div aria-hidden="true" className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line tablet:hidden" />
          <header className="flex items-start justify-between gap-3 pt-2 pr-2 pl-5 tablet:pt-3">
            <Dialog.Title className="pt-2 text-20 font-semibold">{title}</Dialog.Title>
            <Dialog.Close
              aria-label={closeLabel}
              className="feedback grid size-11 shrink-0 place-items-center rounded-control text-secondary hover:bg-raised hover:text-text"
            >
              <X size={20} strokeWidth={1.5} aria-hidden="true" />
            </Dialog.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-pb-28 px-5 pt-2 pb-4">
            {description !== undefined && (
              <Dialog.Description className="pb-3 text-14 text-secondary">{description}</Dialog.Description>
            )}
            {children}
          </div>
          {Boolean(footer) && (
            <footer className="flex gap-2 px-5 pt-3 pb-[calc(1rem+var(--safe-bottom))] hairline-t tablet:pb-5">
              {footer}
            </footer>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
