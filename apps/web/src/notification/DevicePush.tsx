import { Switch } from '@truemark/ui/primitives/Switch'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { pushState, turnPushOff, turnPushOn, type PushState } from '../data/push.ts'
import { useAppearance } from '../reader/door.ts'

/** Whether this device is pushed to. */
export function DevicePush() {
  const t = useTranslations('notification.setting')
  const hidden = useAppearance((state) => state.amountsHidden)
  const [state, setState] = useState<PushState | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let here = true
    pushState()
      .then((found) => here && setState(found))
      .catch(() => here && setState('missing'))
    return () => {
      here = false
    }
  }, [])
  const turn = async (on: boolean) => {
    setBusy(true)
    try {
      setState(on ? await turnPushOn(hidden) : await turnPushOff())
    } catch {
      toast.error(t('pushFailed'))
    } finally {
      setBusy(false)
    }
  }
  const closed = state === 'missing' || state === 'denied'
  return (
    <section aria-label={t('device')} className="flex items-center justify-between gap-3 rounded-card bg-surface p-4">
      <span className="flex flex-col">
        <span className="text-16 font-medium">{t('pushHere')}</span>
        <span className="text-12 text-quiet">
          {state === 'missing' ? t('pushMissing') : state === 'denied' ? t('pushDenied') : t('pushHint')}
          {state === 'on' && hidden && ` ${t('pushHidden')}`}
        </span>
      </span>
      <Switch
        label={t('pushHere')}
        checked={state === 'on'}
        disabled={state === null || closed || busy}
        onCheckedChange={(on) => void turn(on)}
      />
    </section>
  )
}
