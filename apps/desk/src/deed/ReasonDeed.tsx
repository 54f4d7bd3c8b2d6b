import type { ButtonKind } from '@truemark/ui/primitives/Button'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FailureNote } from './FailureNote.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
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

interface ReasonDeedProps extends DeedProps {
  kind?: ButtonKind
  send: (reason: string) => Promise<unknown>
  /** Whether what is chosen can't be sent; the choice itself says why. */
  isBarred?: boolean
  /** Choices before the reason. */
  children?: ReactNode
}

/** Asks once and for the reason, does it, and says how it went; it closes by itself. Mount it for each deed. */
export function ReasonDeed(props: ReasonDeedProps) {
  const { label, of, text, kind, send, isBarred = false, touches, done, onClose, children } = props
  const deed = useDeed({ send, touches, done: () => done })
  return (
    <ReasonDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${label}: ${of}`}
      description={text}
      confirmLabel={label}
      {...(kind === undefined ? {} : { confirmKind: kind })}
      busy={deed.busy}
      failure={deed.failure}
      onConfirm={(reason) => {
        if (!isBarred) void deed.run(reason).then((isDone) => isDone && onClose())
      }}
    >
      {children}
    </ReasonDialog>
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
