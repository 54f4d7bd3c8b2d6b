import { deskFactorResetAsk, deskFactorResetStop } from '@truemark/protocol/routes/factorReset'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { ReasonDeed } from '../deed/door.ts'

interface DeedProps {
  uid: string
  /** Whose factor it is, as the dialog says it. */
  name: string
  onClose: () => void
}

const touches = ['factorResets', 'proposals', 'touches']

/** Asks a second person to reset a lost second factor. */
export function ResetDeed({ uid, name, onClose }: DeedProps) {
  const t = useTranslations('desk.users.lost')
  return (
    <ReasonDeed
      label={t('reset')}
      of={name}
      text={t('resetText')}
      done={t('resetDone')}
      touches={touches}
      send={(reason) => call(deskFactorResetAsk, { params: { id: uid }, body: { reason } })}
      onClose={onClose}
    />
  )
}

/** Stops a reset: one operator may. */
export function StopDeed({ uid, name, onClose }: DeedProps) {
  const t = useTranslations('desk.users.lost')
  return (
    <ReasonDeed
      label={t('stop')}
      of={name}
      text={t('stopText')}
      done={t('stopped')}
      touches={touches}
      send={(reason) => call(deskFactorResetStop, { params: { id: uid }, body: { reason } })}
      onClose={onClose}
    />
  )
}

/** Begins it where its owner has called or written and not asked at the login. */
export function FactorResetButton({ uid, name }: Omit<DeedProps, 'onClose'>) {
  const t = useTranslations('desk.users.lost')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button kind="secondary" compact onClick={() => setAsking(true)}>
        {t('reset')}
      </Button>
      {asking && <ResetDeed uid={uid} name={name} onClose={() => setAsking(false)} />}
    </>
  )
}
