import type { ButtonKind } from '@truemark/ui/primitives/Button'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { OrderRefusal } from '../eligibility/door.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { SendButton } from '../i18n/door.ts'

interface ConfirmSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title?: string
  /** The order in one sentence: it is read as the sheet comes. */
  sentence: string
  kind: ButtonKind
  /** What the button says that sends it, and why it cannot be sent now. */
  submit: string
  barred: string | null
  place: { readonly isPending: boolean; readonly isError: boolean; readonly error: unknown; readonly reset: () => void }
  onSubmit: () => void
  children: ReactNode
}

/** Repeats what matters of an order in plain words; one button sends exactly what is shown. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, onOpenChange, title, sentence, kind, submit, barred, place, onSubmit, children } = props
  const spot = useTranslations('spot')
  return (
    <OwnSheet
      open={open}
      busy={place.isPending}
      onClose={() => {
        place.reset()
        onOpenChange(false)
      }}
      title={title ?? spot('confirmTitle')}
      description={<span className="text-16 text-text">{sentence}</span>}
      footer={
        <SendButton kind={kind} wide busy={place.isPending} barred={barred} onClick={onSubmit}>
          {submit}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {place.isError && <OrderRefusal failure={place.error} />}
      </div>
    </OwnSheet>
  )
}
