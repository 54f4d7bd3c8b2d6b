import { Switch } from '@truemark/ui/primitives/Switch'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { isPushRefused, pushState, turnPushOff, turnPushOn, type PushState } from '../data/push.ts'
import { useAppearance } from '../i18n/door.ts'

function textOf(state: PushState | null, isRefused: boolean) {
  if (isRefused) return 'pushRefused'
  if (state === 'missing') return 'pushMissing'
  return state === 'denied' ? 'pushDenied' : 'pushHint'
}

/** Whether this device is pushed to, and whether anything arrives. */
export function DevicePush() {
  const t = useTranslations('notification.setting')
  const hidden = useAppearance((state) => state.amountsHidden)
  const [state, setState] = useState<PushState | null>(null)
  const [busy, setBusy] = useState(false)
  const refused = useQuery({ queryKey: ['push', 'refused'], queryFn: isPushRefused, enabled: state === 'on' })
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
      const now = on ? await turnPushOn(hidden) : await turnPushOff()
      setState(now)
      if (now === 'on') await refused.refetch()
    } catch {
      toast.error(t('pushFailed'))
    } finally {
      setBusy(false)
    }
  }
  const isRefused = state === 'on' && refused.data === true
  const closed = state === 'missing' || state === 'denied'
  return (
    <section aria-label={t('device')} className="flex items-center justify-between gap-3 rounded-card bg-surface p-4">
      <span className="flex flex-col">
        <span className="text-16 font-medium">{t('pushHere')}</span>
        <span className={`text-12 ${isRefused ? 'text-warning' : 'text-quiet'}`} role={isRefused ? 'alert' : undefined}>
          {t(textOf(state, isRefused))}
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
