import type { SessionLimitAnswer } from '@truemark/protocol/routes/sessionLimit'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { serverNow } from '@truemark/ui/device/serverTime'
import { Later } from './LimitCard.tsx'
import { SessionSheet } from './SessionSheet.tsx'
import { useNearTime, useSpan } from './sessionLimit.ts'

/** How long the person stays signed in at most, when this session ends by it, and what will hold later. */
export function SessionCard({ own }: { own: SessionLimitAnswer }) {
  const { looser } = own
  const t = useTranslations('restraint')
  const span = useSpan()
  const nearTime = useNearTime()
  const [open, setOpen] = useState(false)
  const [now] = useState(serverNow)
  const name = t('session.name')
  return (
    <section aria-label={name} className="flex flex-col gap-2 rounded-card bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-16 font-medium">{name}</h2>
        {own.minutes === null ? (
          <span className="text-16 text-secondary">{t('none')}</span>
        ) : (
          <span className="figures text-20 font-medium">{span(own.minutes)}</span>
        )}
      </div>
      <p className="text-14 text-secondary">{t('session.text')}</p>
      {own.ends !== null && (
        <p className="figures text-14 text-secondary">{t('session.ends', { time: nearTime(own.ends, now) })}</p>
      )}
      {looser && <Later amount={looser.minutes === null ? t('none') : span(looser.minutes)} from={looser.from} />}
      <Button kind="secondary" wide aria-label={`${t('change')}: ${name}`} onClick={() => setOpen(true)}>
        {t('change')}
      </Button>
      {open && <SessionSheet own={own} onClose={() => setOpen(false)} />}
    </section>
  )
}
