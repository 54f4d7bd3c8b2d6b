import type { SymbolView } from '@truemark/protocol/routes/market'
import { Badge } from '@truemark/ui/primitives/Badge'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { joined } from '@truemark/ui/primitives/joined'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { Layers, PencilLine } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMarketCondition } from '../data/markets.ts'
import { CandlesPane } from './CandlesPane.tsx'
import { ChartBar } from './ChartBar.tsx'
import type { ChartLine, MovedLine } from './chartLine.ts'
import { useChartSettings } from './chartSettings.ts'
import type { BookAmounts } from './OrderBook.tsx'

const DepthChart = lazyPart(() => import('./DepthChart.tsx').then((m) => m.DepthChart))

interface ChartPanelProps {
  market: SymbolView
  /** Must keep its identity while nothing in it changes: each new list is drawn anew. */
  lines: readonly ChartLine[]
  onMove: (moved: MovedLine) => void
  /** In what the depth is written; where it is left out, candles are all there is to see. */
  amounts?: BookAmounts | null
  className?: string
}

/** The chart with its intervals and indicators: candles, or the depth of the book. */
export function ChartPanel({ market, lines, onMove, amounts = null, className }: ChartPanelProps) {
  const t = useTranslations('spot')
  const shell = useTranslations('shell.label')
  const { interval } = useChartSettings()
  const { simulated } = useMarketCondition(market)
  const [deep, setDeep] = useState(false)
  const [drawing, setDrawing] = useState(false)
  return (
    <section aria-label={t('chart')} className={joined('flex min-h-0 flex-col', className)}>
      <ChartBar interval={interval}>
        <IconButton
          label={t('draw')}
          aria-pressed={drawing && !deep}
          className="aria-pressed:text-primary"
          onClick={() => {
            setDrawing(deep || !drawing)
            setDeep(false)
          }}
        >
          <PencilLine size={18} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        {amounts !== null && (
          <IconButton
            label={t('depthChart')}
            aria-pressed={deep}
            className="aria-pressed:text-primary"
            onClick={() => setDeep(!deep)}
          >
            <Layers size={18} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        )}
      </ChartBar>
      <div className="relative min-h-0 flex-1">
        {amounts !== null && deep ? (
          <Suspense fallback={<Skeleton className="absolute inset-0 rounded-none" />}>
            <DepthChart market={market} amounts={amounts} />
          </Suspense>
        ) : (
          <CandlesPane market={market} lines={lines} onMove={onMove} drawing={drawing} />
        )}
        {simulated && (
          <span className="pointer-events-none absolute bottom-8 left-2 z-10 flex rounded-chip bg-background">
            <Badge tone="info">{shell('simulated')}</Badge>
          </span>
        )}
      </div>
    </section>
  )
}
