import { toast } from 'sonner'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { serverNow } from '@truemark/ui/device/serverTime'
import { useNearTime, useSessionLimit } from './sessionLimit.ts'
import { SelfLimitTexts } from './texts.tsx'

const noticeMs = 300_000
const shownMs = 10_000

/** Says five minutes before it that this session ends by its person's own limit. */
export default function SessionEnd() {
  const ends = useSessionLimit().data?.ends ?? null
  if (ends === null) return null
  return (
    <span hidden>
      <SelfLimitTexts>
        <Notice ends={ends} />
      </SelfLimitTexts>
    </span>
  )
}

function Notice({ ends }: { ends: number }) {
  const t = useTranslations('selfLimit.session')
  const nearTime = useNearTime()
  const text = t('soon', { time: nearTime(ends, ends) })
  useEffect(() => {
    const left = ends - serverNow()
    if (left <= 0) return
    const timer = setTimeout(() => toast.info(text, { id: 'session-end', duration: shownMs }), left - noticeMs)
    return () => clearTimeout(timer)
  }, [ends, text])
  return null
}
