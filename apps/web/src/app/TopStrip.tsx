import { Badge } from '@truemark/ui/primitives/Badge'
import { joined } from '@truemark/ui/primitives/joined'
import { WifiOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { useSession } from '../data/session.ts'
import { useOnline } from './useOnline.ts'

/** What must never be out of sight: that the money or the prices are not real, or that the line is down. */
export function TopStrip({ reconnecting }: { reconnecting: boolean }) {
  const t = useTranslations('shell.strip')
  const demo = useSession((state) => state.mode === 'demo' && state.demo !== null)
  const simulated = useAppData()?.simulated ?? false
  const online = useOnline()
  const line = online ? (reconnecting ? t('reconnecting') : null) : t('offline')
  if (!demo && !simulated && line === null) return null
  return (
    <output
      className={joined(
        'flex min-h-8 flex-wrap items-center justify-center gap-x-3 gap-y-0.5 px-4 py-1 pt-[calc(0.25rem+var(--safe-top))] text-center text-12',
        line === null ? 'bg-surface text-secondary' : 'bg-surface text-warning',
      )}
    >
      {line !== null && (
        <span className="inline-flex items-center gap-1.5">
          <WifiOff size={14} strokeWidth={1.5} aria-hidden="true" />
          {line}
        </span>
      )}
      {line === null && demo && <span>{t('demo')}</span>}
      {simulated && <Badge tone="info">{t('simulated')}</Badge>}
    </output>
  )
}
