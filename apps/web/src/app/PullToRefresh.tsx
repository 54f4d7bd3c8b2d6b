import { client } from '@truemark/protocol/client'
import { joined } from '@truemark/ui/primitives/joined'
import { Spinner } from '@truemark/ui/primitives/Spinner'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { beginPull, pulledBy, type Pull } from './pull.ts'

/** Reloads the page when it is pulled down by 100 px from its very top; a pan that begins on a chart never does. */
export function PullToRefresh() {
  const t = useTranslations('shell.state')
  const [distance, setDistance] = useState(0)

  useEffect(() => {
    let pull: Pull | null = null
    let last = 0
    const start = (event: TouchEvent) => {
      pull = beginPull(event, window.scrollY)
      last = 0
    }
    const move = (event: TouchEvent) => {
      if (!pull) return
      const by = pulledBy(pull, event, window.scrollY)
      if (by === null) pull = null
      last = by ?? 0
      setDistance(last)
    }
    const end = () => {
      if (pull && last >= client.pullToRefreshPx) location.reload()
      else setDistance(0)
      pull = null
    }
    const options = { passive: true }
    window.addEventListener('touchstart', start, options)
    window.addEventListener('touchmove', move, options)
    window.addEventListener('touchend', end, options)
    window.addEventListener('touchcancel', end, options)
    return () => {
      window.removeEventListener('touchstart', start)
      window.removeEventListener('touchmove', move)
      window.removeEventListener('touchend', end)
      window.removeEventListener('touchcancel', end)
    }
  }, [])

  if (distance <= 8) return null
  const ready = distance >= client.pullToRefreshPx
  return (
    <output
      className={joined(
        'pointer-events-none fixed top-[calc(3rem+var(--safe-top))] left-1/2 z-40 flex items-center gap-2 rounded-full bg-overlay px-4 py-2 text-12 hairline',
        ready ? 'text-primary' : 'text-secondary',
      )}
      style={{ transform: `translate(-50%, ${Math.min(distance, 140) * 0.4}px)`, opacity: Math.min(1, distance / 60) }}
    >
      <Spinner size={16} />
      {ready ? t('release') : t('pull')}
    </output>
  )
}
