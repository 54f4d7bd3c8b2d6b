import { useMutation, useQueryClient } from '@tanstack/react-query'
import { transferMake } from '@truemark/protocol/routes/account'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount } from '../data/account.ts'
import { call } from '../data/api.ts'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { SendButton } from '../i18n/door.ts'
import { useRefusalText } from '../wallet/door.ts'
import { fundsKey } from './fundQueries.ts'
import { TransferFigures } from './TransferFigures.tsx'
import type { Stands, TransferDraft } from './transferForm.ts'

interface ConfirmTransferProps {
  draft: TransferDraft
  stands: Stands
  onMoved: () => void
  onClose: () => void
}

/** Says in plain words what will move and what follows from it; one button does exactly that. */
export function ConfirmTransfer({ draft, stands, onMoved, onClose }: ConfirmTransferProps) {
  const t = useTranslations('funds.transfer')
  const account = useTranslations('account.assets')
  const figure = useFigure()
  const refusalText = useRefusalText()
  const send = useTransfer(onMoved)
  const { from, to, amount } = draft
  return (
    <OwnSheet
      busy={send.isPending}
      onClose={onClose}
      title={t('confirmTitle')}
      footer={
        <SendButton wide busy={send.isPending} onClick={() => send.mutate(draft)}>
          {t('submit', { amount: figure(amount) })}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-16">{t('sentence', { amount: figure(amount), from: account(from), to: account(to) })}</p>
        <TransferFigures draft={draft} stands={stands} />
        <p className="text-12 text-quiet">{from === 'contract' ? t('leavesContract') : t(`reaches.${to}`)}</p>
        <Refused text={send.isError ? refusalText(send.error) : undefined} />
      </div>
    </OwnSheet>
  )
}

function useTransfer(onMoved: () => void) {
  const t = useTranslations('funds.transfer')
  const figure = useFigure()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ from, to, amount }: TransferDraft) =>
      call(transferMake, { body: { from, to, currency: 'USDT', amount } }),
    onSuccess(moved) {
      toast.success(t('done', { amount: figure(moved.amount) }))
      onMoved()
    },
    onSettled() {
      void refreshAccount()
      void queries.invalidateQueries({ queryKey: fundsKey })
    },
  })
}
