import { useTranslations } from 'use-intl'
import { useDeadline } from '../i18n/door.ts'
import type { LotContext } from './lotContext.ts'
import type { LotForm } from './lotForm.ts'

/**
 * What an order does to the maintenance brackets of its position: an increase takes those in force for the whole of it.
 * And what is announced for all that is open in the market: brackets, fees and funding.
 */
export function BracketNotice({ form, context }: { form: Pick<LotForm, 'side' | 'reduceOnly'>; context: LotContext }) {
  const t = useTranslations('trade')
  const deadline = useDeadline()
  const { position, terms } = context
  const increases = !form.reduceOnly && position?.side === (form.side === 'buy' ? 'long' : 'short')
  const changes = increases && position.brackets !== null
  if (!changes && terms.measureAt === null && terms.chargesAt === null) return null
  return (
    <div className="flex flex-col gap-2 rounded-control bg-warning-soft p-3 text-14 text-warning">
      {changes && <p>{t('bracketsIncrease')}</p>}
      {terms.measureAt !== null && <p>{t('bracketsMeasure', { time: deadline(terms.measureAt) })}</p>}
      {terms.chargesAt !== null && <p>{t('chargesAnnounced', { time: deadline(terms.chargesAt) })}</p>}
    </div>
  )
}
