import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { AskDialog } from '../parts/AskDialog.tsx'
import { useRefusalText } from './refusal.ts'
import { walletKey } from './walletQueries.ts'

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
  const refusalText = useRefusalText()
  const queries = useQueryClient()
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => void toast.success(t('removed')),
    onError: (failure) => void toast.error(refusalText(failure)),
    onSettled() {
      void queries.invalidateQueries({ queryKey: walletKey })
      onDone()
    },
  })
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
