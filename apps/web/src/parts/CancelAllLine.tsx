import { useMutation } from '@tanstack/react-query'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount } from '../data/account.ts'
import { AskDialog } from '../parts/AskDialog.tsx'
import { useErrorText } from '../i18n/door.ts'

interface CancelAllLineProps {
  count: number
  cancel: () => Promise<{ readonly canceled: number }>
}

/** How many orders rest, and the way to cancel all of them, asked once. */
export function CancelAllLine({ count, cancel }: CancelAllLineProps) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.action')
  const errorText = useErrorText()
  const [asking, setAsking] = useState(false)
  const send = useMutation({
    mutationFn: cancel,
    onSuccess: ({ canceled }) => void toast.success(t('canceledCount', { count: canceled })),
    onError: (failure) => void toast.error(errorText(failure)),
    onSettled() {
      setAsking(false)
      void refreshAccount()
    },
  })
  return (
    <div className="flex items-center justify-between gap-3 px-4 text-12 text-quiet">
      {t('openOrdersCount', { count })}
      <Button kind="quiet" compact className="-mr-4" onClick={() => setAsking(true)}>
        {t('cancelAll')}
      </Button>
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('cancelAll')}
        description={t('cancelAllConfirm', { count })}
        confirmLabel={t('cancelAll')}
        cancelLabel={shell('back')}
        confirmKind="danger"
        busy={send.isPending}
        onConfirm={() => send.mutate()}
      />
    </div>
  )
}
