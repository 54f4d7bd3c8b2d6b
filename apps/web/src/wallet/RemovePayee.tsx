import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { AskDialog } from '../parts/AskDialog.tsx'
import { useTold } from './useTold.ts'

interface RemovePayeeProps {
  title: string
  remove: () => Promise<unknown>
  onDone: () => void
  /** What is removed, whole. */
  children: ReactNode
}

/** Asks once before a saved address or card goes. */
export function RemovePayee({ title, remove, onDone, children }: RemovePayeeProps) {
  const t = useTranslations('wallet.address')
  const removal = useTold(remove, t('removed'), onDone)
  return (
    <AskDialog
      onClose={onDone}
      title={title}
      description={
        <>
          <p>{children}</p>
          <p className="pt-2 text-14">{t('removeText')}</p>
        </>
      }
      confirmLabel={t('remove')}
      confirmKind="danger"
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
    />
  )
}
