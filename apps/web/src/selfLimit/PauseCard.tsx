import { dayMs } from '@truemark/core/money/units'
import {
  pauseDays,
  pauseLength,
  type PauseLength,
  pausesProven,
  type SelfLimitsAnswer,
} from '@truemark/protocol/routes/selfLimit'
import { serverNow } from '@truemark/ui/device/serverTime'
import { Button } from '@truemark/ui/primitives/Button'
import { Select } from '@truemark/ui/primitives/Select'
import { toast } from 'sonner'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../data/session.ts'
import { AskDialog } from '../parts/AskDialog.tsx'
import { useDeadline, useErrorText } from '../i18n/door.ts'
import { ProofSheet } from '../wallet/door.ts'
import { usePause } from './selfLimits.ts'

type Pause = SelfLimitsAnswer['pause']

/** Pauses new risk for a time or for good, and tells until when. */
export function PauseCard({ pause }: { pause: Pause }) {
  const t = useTranslations('selfLimit.pause')
  const [length, setLength] = useState<PauseLength>('24h')
  const [asking, setAsking] = useState(false)
  const isReal = useSession((state) => state.mode === 'real')
  const isProven = isReal && pausesProven.has(length)
  const isForGood = pause !== null && pause.until === null
  const options = pauseLength.options.map((value) => ({ value, label: t(`lengths.${value}`) }))
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <h2 className="text-16 font-medium">{t('title')}</h2>
      <Standing pause={pause} />
      <p className="text-14 text-secondary">{t(isReal ? 'text' : 'textDemo')}</p>
      {!isForGood && (
        <>
          <Select label={t('length')} value={length} options={options} onValueChange={setLength} />
          <Button kind="danger" wide onClick={() => setAsking(true)}>
            {pause === null ? t('button') : t('longer')}
          </Button>
        </>
      )}
      {asking && isProven && <PauseSheet length={length} onClose={() => setAsking(false)} />}
      {asking && !isProven && <PauseDialog length={length} onClose={() => setAsking(false)} />}
    </section>
  )
}

interface Asking {
  length: PauseLength
  onClose: () => void
}

/** What cannot be undone, and until when. */
function useConsequence(length: PauseLength): string {
  const t = useTranslations('selfLimit.pause')
  const deadline = useDeadline()
  const [now] = useState(serverNow)
  if (length === 'for_good') return t('confirmText')
  return `${t('confirmEnds', { time: deadline(now + pauseDays[length] * dayMs) })} ${t('confirmText')}`
}

function PauseDialog({ length, onClose }: Asking) {
  const t = useTranslations('selfLimit.pause')
  const errorText = useErrorText()
  const consequence = useConsequence(length)
  const set = usePause({
    onKept() {
      onClose()
      toast.success(t('done'))
    },
    onRefused(failure) {
      onClose()
      toast.error(errorText(failure))
    },
  })
  return (
    <AskDialog
      onClose={onClose}
      title={t('confirmTitle', { length: t(`lengths.${length}`) })}
      description={consequence}
      confirmLabel={t('button')}
      confirmKind="danger"
      busy={set.isPending}
      onConfirm={() => set.mutate({ length })}
    />
  )
}

function Standing({ pause }: { pause: Pause }) {
  const t = useTranslations('selfLimit.pause')
  const deadline = useDeadline()
  if (pause === null) return null
  const { until, cause } = pause
  const text = until === null ? t('forGood') : t(cause === 'loss' ? 'byLoss' : 'until', { time: deadline(until) })
  return <output className="block rounded-control bg-warning-soft p-3 text-14 text-warning">{text}</output>
}

/** Asks for proof of identity before a pause long enough that a stolen session must not begin it. */
function PauseSheet({ length, onClose }: { length: PauseLength; onClose: () => void }) {
  const t = useTranslations('selfLimit.pause')
  const consequence = useConsequence(length)
  const set = usePause({
    onKept() {
      onClose()
      toast.success(t('done'))
    },
    onRefused: () => undefined,
  })
  return (
    <ProofSheet
      title={t('confirmTitle', { length: t(`lengths.${length}`) })}
      description={consequence}
      confirm={t('button')}
      kind="danger"
      sending={set}
      onConfirm={(proof) => set.mutate({ length, proof })}
      onClose={onClose}
    />
  )
}
