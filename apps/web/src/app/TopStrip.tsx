import { Badge } from '@truemark/ui/primitives/Badge'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { WifiOff } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../parts/router/Link.tsx'
import { useAppData } from '../data/appData.ts'
import { useLink } from '../data/link.ts'
import { usePastContradicted } from '../data/memory.ts'
import { useReceiptsBroken } from '../data/receipts.ts'
import { useSession } from '../data/session.ts'
import { useShape } from '../i18n/useShape.ts'
import { firstPage } from './firstPage.ts'

const loadStale = () => import('./Stale.tsx').then((m) => m.Stale)
// once the line is down it is too late to ask for it
if (typeof window !== 'undefined')
  void firstPage(1_000)
    .then(loadStale)
    .catch(() => undefined)
const Stale = lazyPart(loadStale)

/** What must never be out of sight: money or prices that are not real, one person who decides alone, a line that is down. */
export function TopStrip() {
  const t = useTranslations('shell')
  const demo = useSession((state) => state.mode === 'demo' && state.demo !== null)
  const app = useAppData()
  const simulated = app?.simulated ?? false
  const alone = app?.single_operator ?? false
  const codes = app?.codes_at_desk ?? false
  const fault = useLink(({ online, reconnecting, quiet }) =>
    online ? (reconnecting ? 'reconnecting' : quiet ? 'quiet' : null) : 'offline',
  )
  const line = fault === null ? null : t(`strip.${fault}`)
  const headsContradicted = usePastContradicted()
  const contradicted = useReceiptsBroken() || headsContradicted
  const phone = useShape() === 'phone'
  // a second line of badges pushes the whole app down on a phone
  const short = line !== null || (phone && [demo, simulated, alone, codes].filter(Boolean).length > 2)
  if (!demo && !simulated && !alone && !codes && line === null && !contradicted) return null
  return (
    // each part is said by itself
    <output
      aria-atomic="false"
      className="flex min-h-8 flex-wrap items-center justify-center gap-x-1.5 gap-y-0.5 bg-surface px-3 tablet:gap-x-2 tablet:px-4 py-1 pt-[calc(0.25rem+var(--safe-top))] text-center text-12"
    >
      {demo && (
        <Badge tone="info">
          {short && <span aria-hidden="true">{t('label.demo')}</span>}
          <span className={short ? 'sr-only' : undefined}>{t('strip.demo')}</span>
        </Badge>
      )}
      {simulated && <Badge tone="info">{line === null ? t('strip.simulated') : t('label.simulated')}</Badge>}
      {contradicted && (
        <Link to="/transparency" className="inline-flex min-h-11 items-center font-medium text-danger underline">
          {t('strip.contradicted')}
        </Link>
      )}
      {alone && <Badge tone="warning">{t('label.singleOperator')}</Badge>}
      {codes && <Badge tone="warning">{t('label.codesAtDesk')}</Badge>}
      {line !== null && (
        <span className="inline-flex items-center gap-1.5 text-warning">
          <WifiOff size={14} strokeWidth={1.5} className="shrink-0" aria-hidden="true" />
          {line}
        </span>
      )}
      {line !== null && (
        <Suspense>
          <Stale />
        </Suspense>
      )}
    </output>
  )
}
