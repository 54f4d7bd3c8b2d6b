import type { IeoProject } from '@truemark/protocol/routes/ieo'
import { compareFigures } from '@truemark/ui/figures/compare'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAvailable } from '../data/account.ts'
import { isText, useDraft } from '../data/draft.ts'
import { DisclosureGate } from '../disclosure/door.ts'
import { BarNotice, useBar } from '../eligibility/door.ts'
import { Available, FigureInput } from '../parts/FigureInput.tsx'
import { useFigure } from '../parts/useFigure.ts'
import { useDeadline } from '../i18n/door.ts'
import { estimateOf, leftOf, quantityFault } from './allotment.ts'
import { ConfirmSubscription } from './ConfirmSubscription.tsx'

const decimals = 8

/** How much to apply for, what it freezes, and what it would come to now. */
export function SubscribeForm({ project }: { project: IeoProject }) {
  const t = useTranslations('ieo')
  const [quantity, setQuantity] = useDraft(`ieo ${project.project_id}`, '', isText)
  const [asked, ask] = useState(false)
  const available = useAvailable('coin', 'USDT')
  const figure = useFigure()
  const estimate = estimateOf(project, quantity || '0')
  const error = useFault(project, quantity, estimate.amount, available)
  const bar = useBar('ieo')
  const ready = bar === null && quantity !== '' && available !== null && error === undefined
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-16 font-medium">{t('form.title')}</h3>
      <BarNotice product="ieo" />
      <Quantity project={project} value={quantity} available={available} error={error} onChange={setQuantity} />
      {ready && (
        <>
          <Freezes project={project} amount={estimate.amount} />
          <p className="text-12 text-quiet">
            {t('form.estimate', {
              quantity: figure(estimate.quantity),
              currency: project.currency,
              refund: figure(estimate.refund),
            })}
          </p>
        </>
      )}
      <Button wide disabled={!ready} onClick={() => ask(true)}>
        {t('form.review')}
      </Button>
      <DisclosureGate product="ieo" open={asked} onOpenChange={ask}>
        {(open) => (
          <ConfirmSubscription
            open={open}
            onOpenChange={ask}
            project={project}
            quantity={quantity || '0'}
            estimate={estimate}
            onDone={() => setQuantity('')}
          />
        )}
      </DisclosureGate>
    </div>
  )
}

/** What subscribing freezes, and until when. */
export function Freezes({ project, amount }: { project: IeoProject; amount: string }) {
  const t = useTranslations('ieo')
  const figure = useFigure()
  const deadline = useDeadline()
  return <p className="text-14">{t('form.freezes', { amount: figure(amount), time: deadline(project.closes) })}</p>
}

function useFault(project: IeoProject, quantity: string, amount: string, available: string | null) {
  const t = useTranslations('ieo')
  const errors = useTranslations('errors')
  const notices = useTranslations('notices')
  const figure = useFigure()
  if (quantity === '' || available === null) return undefined
  const { currency, pass_quantity: piece } = project
  switch (quantityFault(project, quantity)) {
    case 'step':
      return t('form.step', { piece: figure(piece), currency })
    case 'small':
      return `${notices('amountBelowMinimum')}. ${errors('ieo_application_too_small', { min: `${figure(project.application_min)} ${currency}` })}`
    case 'large':
      return errors('ieo_application_too_large', { left: `${figure(leftOf(project))} ${currency}` })
    case null:
      return (compareFigures(amount, available) ?? 1) <= 0 ? undefined : t('form.short', { amount: figure(amount) })
  }
}

interface QuantityProps {
  project: IeoProject
  value: string
  available: string | null
  error: string | undefined
  onChange: (quantity: string) => void
}

function Quantity({ project, value, available, error, onChange }: QuantityProps) {
  const t = useTranslations('ieo')
  const figure = useFigure()
  return (
    <FigureInput
      label={t('form.quantity')}
      aside={<Available label={t('form.available')} value={available} unit="USDT" decimalsMax={2} />}
      value={value}
      decimals={decimals}
      unit={project.currency}
      hint={t('form.step', { piece: figure(project.pass_quantity), currency: project.currency })}
      error={error}
      onValueChange={onChange}
    />
  )
}
