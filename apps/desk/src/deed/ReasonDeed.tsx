import type { ButtonKind } from '@truemark/ui/primitives/Button'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FailureNote } from './FailureNote.tsx'
import { ReasonDialog, type ReasonDialogProps } from './ReasonDialog.tsx'
import { useDeed } from './useDeed.ts'

interface DeedProps {
  /** What is done, as its button says it. */
  label: string
  /** To what. */
  of: string
  /** What will happen, in plain words. */
  text: ReactNode
  /** The lists that are read anew. */
  touches: readonly string[]
  /** What is said once it is done. */
  done: string
  onClose: () => void
}

type ReasonDeedProps = DeedProps & Pick<ReasonDialogProps, 'send' | 'isBarred' | 'children'> & { kind?: ButtonKind }

/** A deed with a row of a list, for which a reason is asked. Mount it for each deed. */
export function ReasonDeed({ label, of, text, kind, ...dialog }: ReasonDeedProps) {
  return (
    <ReasonDialog
      {...dialog}
      title={`${label}: ${of}`}
      description={text}
      confirmLabel={label}
      {...(kind === undefined ? {} : { confirmKind: kind })}
    />
  )
}

/** The same where no reason is asked: something is thrown away. */
export function DropDeed({
  label,
  of,
  text,
  send,
  touches,
  done,
  onClose,
}: DeedProps & { send: () => Promise<unknown> }) {
  const t = useTranslations('desk.common')
  const deed = useDeed({ send, touches, done: () => done })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${label}: ${of}`}
      description={text}
      confirmLabel={label}
      confirmKind="danger"
      cancelLabel={t('cancel')}
      busy={deed.busy}
      onConfirm={() => void deed.run(undefined).then((isDone) => isDone && onClose())}
    >
      <FailureNote text={deed.failure} />
    </ConfirmDialog>
  )
}
