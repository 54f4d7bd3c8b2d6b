import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button, type ButtonKind, type ButtonProps } from './Button.tsx'
import { useFresh } from './useFresh.tsx'
import { useOpened } from './useOpened.ts'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What will happen, in plain words. */
  description: ReactNode
  confirmLabel: string
  cancelLabel: string
  confirmKind?: ButtonKind
  busy?: boolean
  onConfirm: () => void
  children?: ReactNode
}

// it is there from when the dialog opens
function ConfirmButton(props: ButtonProps) {
  return <Button {...props} className="flex-auto" deaf={useFresh()} />
}

/** Asks once before something happens; a press beside it does not answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, cancelLabel, onConfirm, children } = props
  const { confirmKind = 'primary', busy = false } = props
  const change = (next: boolean) => !busy && onOpenChange(next)
  const focus = useOpened(open, () => change(false))
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-(--motion-sheet) ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <AlertDialog.Popup
          {...focus}
          className="fixed top-1/2 left-1/2 z-50 flex max-h-[86dvh] w-[min(26rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 flex-col gap-3 overflow-y-auto rounded-sheet bg-overlay p-5 outline-none transition-[transform,opacity] duration-(--motion-sheet) ease-calm data-ending-style:-translate-y-[48%] data-ending-style:opacity-0 data-starting-style:-translate-y-[48%] data-starting-style:opacity-0"
        >
          <AlertDialog.Title className="text-20 font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="text-16 text-secondary">
            {description}
          </AlertDialog.Description>
          {children}
          <div className="flex flex-wrap-reverse gap-2 pt-2">
            <AlertDialog.Close render={<Button kind="secondary" className="flex-auto" />} disabled={busy}>
              {cancelLabel}
            </AlertDialog.Close>
            <ConfirmButton kind={confirmKind} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </ConfirmButton>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
