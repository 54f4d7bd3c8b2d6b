import type { SessionLimitAnswer } from '@truemark/protocol/routes/sessionLimit'
import { Button } from '@truemark/ui/primitives/Button'
import { toast } from 'sonner'
import { useId, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { serverNow } from '@truemark/ui/device/serverTime'
import { OwnSheet } from '../parts/OwnSheet.tsx'
import { useDeadline, useErrorText } from '../i18n/door.ts'
import { useNearTime, useSetSessionLimit, useSpan } from './sessionLimit.ts'

const choices = [15, 30, 60, 120, 240, 480, null] as const
const minuteMs = 60_000
const looserAfterMs = 86_400_000

/** Changes the session limit, and says before when this session ends by it, or from when it will hold. */
export function SessionSheet({ own, onClose }: { own: SessionLimitAnswer; onClose: () => void }) {
  const t = useTranslations('selfLimit')
  const errorText = useErrorText()
  const consequence = useConsequence(own)
  const form = useId()
  const [chosen, setChosen] = useState(own.minutes)
  const set = useSetSessionLimit({
    onKept() {
      toast.success(t('saved'))
      onClose()
    },
    onRefused: (failure) => toast.error(errorText(failure)),
  })
  const isChange = chosen !== own.minutes || own.looser !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChange && !set.isPending) set.mutate(chosen)
  }
  return (
    <OwnSheet
      onClose={onClose}
      title={t('session.name')}
      description={t('session.text')}
      footer={
        <div className="flex w-full flex-col gap-3">
          {isChange && <output className="figures block text-14 text-secondary">{consequence(chosen)}</output>}
          <Button type="submit" form={form} wide busy={set.isPending} disabled={!isChange}>
            {t('save')}
          </Button>
        </div>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Choices chosen={chosen} onChoose={setChosen} />
      </form>
    </OwnSheet>
  )
}

function Choices({ chosen, onChoose }: { chosen: number | null; onChoose: (minutes: number | null) => void }) {
  const t = useTranslations('selfLimit')
  const span = useSpan()
  const name = useId()
  return (
    <fieldset className="grid grid-cols-2 gap-1.5">
      <legend className="pb-1.5 text-14 text-secondary">{t('session.after')}</legend>
      {choices.map((minutes) => (
        <label
          key={minutes ?? 0}
          className="feedback relative flex min-h-11 cursor-pointer items-center rounded-control last:col-span-2 bg-raised px-3.5 text-16 hairline hover:bg-overlay has-checked:bg-primary-soft has-checked:inset-ring-1 has-checked:inset-ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
        >
          <input
            type="radio"
            name={name}
            value={minutes ?? ''}
            checked={minutes === chosen}
            onChange={() => onChoose(minutes)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {minutes === null ? t('none') : span(minutes)}
        </label>
      ))}
    </fieldset>
  )
}

/** Says what a choice will do. */
function useConsequence(own: SessionLimitAnswer): (minutes: number | null) => string {
  const t = useTranslations('selfLimit')
  const deadline = useDeadline()
  const nearTime = useNearTime()
  const [now] = useState(serverNow)
  return (minutes) => {
    const isTighter = own.minutes === null || (minutes !== null && minutes <= own.minutes)
    if (!isTighter) return t('later', { time: deadline(now + looserAfterMs) })
    if (minutes === null) return t('atOnce')
    const end = own.signed_in + minutes * minuteMs
    return end <= now ? t('session.now') : t('session.then', { time: nearTime(end, now) })
  }
}
