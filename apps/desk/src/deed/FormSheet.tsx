import { Button } from '@truemark/ui/primitives/Button'
import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FailureNote } from './FailureNote.tsx'
import { OwnSheet } from '../table/door.ts'

export interface FormSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  sendLabel: string
  disabled?: boolean
  busy: boolean
  failure: string | null
  onSend: () => void
  /** The fields. */
  children: ReactNode
}

/** A form in a sheet, sent by its button or by Enter. */
export function FormSheet(props: FormSheetProps) {
  const { open, onOpenChange, title, description, sendLabel, disabled, busy, failure, onSend, children } = props
  const t = useTranslations('desk.common')
  const id = useId()
  return (
    <OwnSheet
      open={open}
      onClose={() => onOpenChange(false)}
      title={title}
      description={description}
      footer={
        <>
          <Button kind="secondary" className="flex-1" onClick={() => onOpenChange(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={id} className="flex-1" busy={busy} disabled={disabled}>
            {sendLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSend()
        }}
        className="flex flex-col gap-4"
      >
        {children}
        <FailureNote text={failure} />
      </form>
    </OwnSheet>
  )
}
