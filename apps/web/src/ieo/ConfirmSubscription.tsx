import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ieoSubscribe, type IeoProject, type IeoSubscriptionBody } from '@truemark/protocol/routes/ieo'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { refreshAccount } from '../data/account.ts'
import { call } from '../data/api.ts'
import { AmountLine, TimeLine } from '../parts/Line.tsx'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { SendButton } from '../reader/door.ts'
import { useRefusalText } from '../wallet/door.ts'
import type { Estimate } from './allotment.ts'
import { ieoKey } from './ieoQueries.ts'

interface ConfirmSubscriptionProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  project: IeoProject
  quantity: string
  estimate: Estimate
  onDone: () => void
}

/** Repeats what is applied for and what it freezes; one button sends exactly that. */
export function ConfirmSubscription(props: ConfirmSubscriptionProps) {
  const { open, onOpenChange, project, quantity, estimate, onDone } = props
  const t = useTranslations('ieo')
  const figure = useFigure()
  const refusalText = useRefusalText()
  const subscribe = useSubscribe(() => {
    onOpenChange(false)
    onDone()
  })
  return (
    <OwnSheet
      open={open}
      busy={subscribe.isPending}
      onClose={() => {
        subscribe.reset()
        onOpenChange(false)
      }}
      title={t('form.confirmTitle')}
      footer={
        <SendButton
          wide
          busy={subscribe.isPending}
          onClick={() => subscribe.mutate({ project_id: project.project_id, quantity })}
        >
          {t('form.submit', { quantity: figure(quantity), currency: project.currency })}
        </SendButton>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-14 text-warning">{t('risk')}</p>
        <Figures project={project} quantity={quantity} estimate={estimate} />
        <p className="text-14 text-secondary">
          {t('rule', { piece: figure(project.pass_quantity), currency: project.currency })}
        </p>
        <p className="text-14">{t('form.final')}</p>
        <Refused text={subscribe.isError ? refusalText(subscribe.error) : undefined} />
      </div>
    </OwnSheet>
  )
}

function Figures({ project, quantity, estimate }: Pick<ConfirmSubscriptionProps, 'project' | 'quantity' | 'estimate'>) {
  const t = useTranslations('ieo')
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <AmountLine label={t('field.applications')} strong value={quantity} unit={project.currency} decimalsMin={0} />
      <AmountLine label={t('field.price')} value={project.price} unit="USDT" decimalsMin={0} />
      <AmountLine label={t('field.frozen')} strong value={estimate.amount} unit="USDT" decimalsMin={0} />
      <TimeLine label={t('field.closes')} at={project.closes} />
      <TimeLine label={t('field.timeToMarket')} at={project.time_to_market} />
    </dl>
  )
}

function useSubscribe(onDone: () => void) {
  const t = useTranslations('ieo')
  const figure = useFigure()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: IeoSubscriptionBody) => call(ieoSubscribe, { body }),
    onSuccess(made) {
      toast.success(t('form.done', { amount: figure(made.amount) }))
      void refreshAccount()
      onDone()
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ieoKey }),
  })
}
