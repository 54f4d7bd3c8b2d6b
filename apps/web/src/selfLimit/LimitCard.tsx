import { Amount } from '@truemark/ui/primitives/Amount'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDeadline } from '../i18n/door.ts'
import { LimitSheet } from './LimitSheet.tsx'
import type { OwnLimitAnswer } from './selfLimits.ts'

/** One limit: what it bounds, where it stands, and what will hold later. */
export function LimitCard({ own, lost }: { own: OwnLimitAnswer; lost: string | null }) {
  const t = useTranslations('selfLimit')
  const [open, setOpen] = useState(false)
  const { limit, amount, looser } = own
  const name = t(`limit.${limit}.name`)
  return (
    <section aria-label={name} className="flex flex-col gap-2 rounded-card bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-16 font-medium">{name}</h2>
        {amount === null ? (
          <span className="text-16 text-secondary">{t('none')}</span>
        ) : (
          <Amount value={amount} unit="USDT" className="text-20 font-medium" />
        )}
      </div>
      <p className="text-14 text-secondary">{t(`limit.${limit}.text`)}</p>
      {lost !== null && <p className="figures text-14 text-secondary">{t('lost', { amount: lost })}</p>}
      {looser && <Later amount={looser.amount === null ? t('none') : `${looser.amount} USDT`} from={looser.from} />}
      <Button kind="secondary" wide aria-label={`${t('change')}: ${name}`} onClick={() => setOpen(true)}>
        {t('change')}
      </Button>
      {open && <LimitSheet own={own} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** What will hold from a later time on. */
export function Later({ amount, from }: { amount: string; from: number }) {
  const t = useTranslations('selfLimit')
  const deadline = useDeadline()
  return <p className="figures text-14 text-warning">{t('looser', { amount, time: deadline(from) })}</p>
}
