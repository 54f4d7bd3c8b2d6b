import { Amount } from '@truemark/ui/primitives/Amount'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDateTime } from '../reader/door.ts'
import { LimitSheet } from './LimitSheet.tsx'
import type { OwnLimitAnswer } from './restraints.ts'

/** One limit: what it bounds, where it stands, and what will hold later. */
export function LimitCard({ own, lost }: { own: OwnLimitAnswer; lost: string | null }) {
  const t = useTranslations('restraint')
  const [open, setOpen] = useState(false)
  const { limit, amount } = own
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
      <Later own={own} />
      <Button kind="secondary" wide aria-label={`${t('change')}: ${name}`} onClick={() => setOpen(true)}>
        {t('change')}
      </Button>
      {open && <LimitSheet own={own} onClose={() => setOpen(false)} />}
    </section>
  )
}

function Later({ own: { looser } }: { own: OwnLimitAnswer }) {
  const t = useTranslations('restraint')
  const dateTime = useDateTime()
  if (looser === null) return null
  const amount = looser.amount === null ? t('none') : `${looser.amount} USDT`
  return <p className="figures text-14 text-warning">{t('looser', { amount, time: dateTime(looser.from) })}</p>
}
