import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '@truemark/ui/primitives/ConfirmDialog'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
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
  const action = useTranslations('shell.action')
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
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onDone()}
      title={title}
      description={
        <>
          <p>{children}</p>
          <p className="pt-2 text-14">{t('removeText')}</p>
        </>
      }
      confirmLabel={t('remove')}
      confirmKind="danger"
      cancelLabel={action('cancel')}
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
    />
  )
}
