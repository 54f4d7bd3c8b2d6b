import { ieoSubscribe, type IeoProject } from '@truemark/protocol/routes/ieo'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { AmountLine, DeadlineLine } from '../parts/Line.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { DealSheet } from '../wealth/door.ts'
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
  const body = { project_id: project.project_id, quantity }
  return (
    <DealSheet
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('form.confirmTitle')}
      submit={t('form.submit', { quantity: figure(quantity), currency: project.currency })}
      product={ieoKey}
      send={() => call(ieoSubscribe, { body })}
      done={({ amount }) => t('form.done', { amount: figure(amount) })}
      onDone={onDone}
    >
      <p className="text-14 text-warning">{t('risk')}</p>
      <Figures project={project} quantity={quantity} estimate={estimate} />
      <p className="text-14 text-secondary">
        {t('rule', { piece: figure(project.pass_quantity), currency: project.currency })}
      </p>
      <p className="text-14">{t('form.final')}</p>
    </DealSheet>
  )
}

function Figures({ project, quantity, estimate }: Pick<ConfirmSubscriptionProps, 'project' | 'quantity' | 'estimate'>) {
  const t = useTranslations('ieo')
  return (
    <dl className="flex flex-col gap-1.5 text-14">
      <AmountLine label={t('field.applications')} strong value={quantity} unit={project.currency} decimalsMin={0} />
      <AmountLine label={t('field.price')} value={project.price} unit="USDT" decimalsMin={0} />
      <AmountLine label={t('field.frozen')} strong value={estimate.amount} unit="USDT" decimalsMin={0} />
      <DeadlineLine label={t('field.closes')} at={project.closes} />
      <DeadlineLine label={t('field.timeToMarket')} at={project.time_to_market} />
    </dl>
  )
}
