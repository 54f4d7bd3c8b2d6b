import { useMutation, useQueryClient } from '@tanstack/react-query'
import { withdrawalAnswer, type Withdrawal } from '@truemark/protocol/routes/wallet'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { AskDialog } from '../parts/AskDialog.tsx'
import { TextLink } from '../parts/TextLink.tsx'
import { useDateTime, useDeadline } from '../i18n/door.ts'
import { useRefusalText } from './refusal.ts'
import { walletKey } from './walletQueries.ts'

/** What the owner of a payout says of it: whether it arrived, and after a "no" whether it did in the end. */
export function PayoutAnswer({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('wallet.payout')
  const dateTime = useDateTime()
  const deadline = useDeadline()
  const [asksMissing, setAsksMissing] = useState(false)
  const answer = useAnswer(withdrawal.id)
  const { answer: said, answered, answer_until: until, ticket_id: ticket } = withdrawal
  const time = answered === null ? '' : dateTime(answered)
  if (said === 'arrived' || said === 'settled') {
    return <p className="figures text-14 text-secondary">{t(said, { time })}</p>
  }
  return (
    <section aria-label={t('question')} className="flex flex-col gap-2 rounded-control bg-raised p-3.5">
      <p className="text-14">
        {said === 'missing' ? t('missing', { time }) : t('ask', { time: until === null ? '' : deadline(until) })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button compact busy={answer.isPending} onClick={() => answer.mutate(true)}>
          {t(said === 'missing' ? 'arrivedLater' : 'yes')}
        </Button>
        {said === null ? (
          <Button kind="secondary" compact disabled={answer.isPending} onClick={() => setAsksMissing(true)}>
            {t('no')}
          </Button>
        ) : (
          ticket !== '' && (
            <TextLink to={`/setting/contact-us/${ticket}`} className="px-2">
              {t('ticket')}
            </TextLink>
          )
        )}
      </div>
      <AskDialog
        open={asksMissing}
        onClose={() => setAsksMissing(false)}
        title={t('noTitle')}
        description={t('noText')}
        confirmLabel={t('no')}
        confirmKind="danger"
        cancelLabel={t('back')}
        busy={answer.isPending}
        onConfirm={() => answer.mutate(false, { onSettled: () => setAsksMissing(false) })}
      />
    </section>
  )
}

function useAnswer(id: string) {
  const t = useTranslations('wallet.payout')
  const refusalText = useRefusalText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (arrived: boolean) => call(withdrawalAnswer, { params: { id }, body: { arrived } }),
    onSuccess: () => void toast.success(t('thanks')),
    onError: (failure) => void toast.error(refusalText(failure)),
    onSettled: () => void queries.invalidateQueries({ queryKey: walletKey }),
  })
}
