import type { Interval } from '@truemark/protocol/routes/market'
import { formatDateTime } from '@truemark/ui/figures/dateTime'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { dispose, init, type Chart } from 'klinecharts'
import { lazyPart } from '@truemark/ui/primitives/lazyPart'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCutOff } from '../data/live.ts'
import { useAppearance, useShape } from '../i18n/door.ts'
import { candleFeed } from './candleFeed.ts'
import { sharePageScroll } from './chartGestures.ts'
import { chartFigure, chartMoment, chartStyles } from './chartLook.ts'
import type { IndicatorName } from './indicatorNames.ts'
import { showIndicators } from './indicators.ts'
import { withMoved, type ChartLine, type MovedLine } from './chartLine.ts'
import { showLines } from './chartLines.ts'
import { useDrawings } from './drawings.ts'
import { LineGrips } from './LineGrips.tsx'
import { pointedPrice } from './linePrice.ts'
import { periods } from './plot.ts'

const DrawingTools = lazyPart(() => import('./DrawingTools.tsx').then((m) => m.DrawingTools))

export interface CandleChartProps {
  symbol: string
  interval: Interval
  priceDecimals: number
  quantityDecimals: number
  indicators: readonly IndicatorName[]
  lines: readonly ChartLine[]
  timezone: string
  /** Whether moments are written by a clock of twelve hours. */
  hour12: boolean
  /** Whether one draws over the candles. */
  drawing: boolean
  /** Read to those who can't see the chart. */
  summary: string
  /** Asks for the change of an open order whose line was moved. */
  onMove: (moved: MovedLine) => void
  onFailed: (failed: boolean) => void
}

/** The candles of a market with indicators and the lines of what one has open. Its code is loaded when it is wanted. */
export default function CandleChart(props: CandleChartProps) {
  const { symbol, interval, priceDecimals, quantityDecimals, indicators, summary, onFailed } = props
  const roomy = useShape() !== 'phone'
  const [chart, attach] = useChart(props.timezone, props.hour12, roomy)
  const reconnecting = useCutOff()

  useEffect(() => {
    if (!chart || reconnecting) return undefined
    const feed = candleFeed(symbol, interval, { failed: onFailed, reload: () => chart.resetData() })
    chart.setSymbol({ ticker: symbol, pricePrecision: priceDecimals, volumePrecision: quantityDecimals })
    chart.setPeriod(periods[interval].period)
    // After a lost connection the whole is fetched anew, so that no candle is missing in its midst.
    chart.setDataLoader(feed.loader)
    return () => feed.stop()
  }, [chart, symbol, interval, priceDecimals, quantityDecimals, onFailed, reconnecting])

  useEffect(() => {
    if (chart) showIndicators(chart, indicators, roomy)
  }, [chart, indicators, roomy])

  return (
    <div className="flex h-full w-full flex-col">
      {chart && <OwnDrawings chart={chart} symbol={symbol} isOpen={props.drawing} />}
      <div className="relative isolate min-h-0 flex-1">
        <figure ref={attach} aria-label={summary} data-no-pull className="isolate h-full w-full touch-pan-y" />
        {chart && <OwnLines chart={chart} {...props} />}
      </div>
    </div>
  )
}

/** What one has drawn in a market; nothing is loaded for who draws nothing. */
function OwnDrawings(props: { chart: Chart; symbol: string; isOpen: boolean }) {
  const isEmpty = useDrawings(props.symbol).length === 0
  return <Suspense>{(props.isOpen || !isEmpty) && <DrawingTools key={props.symbol} {...props} />}</Suspense>
}

/** The lines of what one has open; those of open orders can be moved. */
function OwnLines({ chart, lines, priceDecimals, onMove }: CandleChartProps & { chart: Chart }) {
  const [moving, setMoving] = useState<MovedLine | null>(null)
  const grips = useRef(new Map<string, HTMLElement>())
  const places = useRef(new Map<string, { readonly y: number; readonly height: number }>())
  const held = useRef<string | null>(null)
  const drawn = useMemo(() => withMoved(lines, moving), [lines, moving])
  const look = useAppearance((state) => `${state.theme} ${state.upDown}`)
  const place = useCallback((id: string) => {
    const grip = grips.current.get(id)
    const { y, height } = places.current.get(id) ?? { y: -1, height: 0 }
    if (!grip) return
    // one that is being moved stays in sight at the edge, however far its price is taken
    grip.style.visibility = held.current === id || (y >= 0 && y <= height) ? '' : 'hidden'
    grip.style.transform = `translateY(${Math.round(Math.min(Math.max(y, 0), height)) - gripMiddle}px)`
  }, [])
  useEffect(() => {
    held.current = moving?.id ?? null
    showLines(chart, drawn, (id, y, height) => {
      places.current.set(id, { y, height })
      place(id)
    })
  }, [chart, drawn, moving, place, look])
  const grip = useCallback(
    (id: string) => (element: HTMLElement | null) => {
      if (element === null) grips.current.delete(id)
      else grips.current.set(id, element)
      place(id)
    },
    [place],
  )
  return (
    <LineGrips
      lines={drawn}
      priceDecimals={priceDecimals}
      moving={moving}
      onMoving={setMoving}
      onMove={(moved) => {
        setMoving(null)
        onMove(moved)
      }}
      grip={grip}
      priceAt={(clientY) => priceAt(chart, clientY, priceDecimals)}
      yOf={(id) => places.current.get(id)?.y ?? null}
    />
  )
}

const gripMiddle = 10

function priceAt(chart: Chart, clientY: number, decimals: number): string | null {
  const top = chart.getDom('candle_pane', 'main')?.getBoundingClientRect().top
  if (top === undefined) return null
  const point = chart.convertFromPixel([{ y: clientY - top }], { paneId: 'candle_pane' })
  return pointedPrice((Array.isArray(point) ? point[0] : point)?.value, decimals)
}

function useChart(
  timezone: string,
  hour12: boolean,
  roomy: boolean,
): [Chart | null, (root: HTMLElement | null) => (() => void) | undefined] {
  const t = useTranslations('spot')
  const [chart, setChart] = useState<Chart | null>(null)
  const locale = useFigureLocale()
  const look = useAppearance((state) => `${state.theme} ${state.upDown}`)

  const attach = useCallback((root: HTMLElement | null) => {
    if (!root) return undefined
    const unshare = sharePageScroll(root)
    const made = init(root, { zoomAnchor: 'last_bar', hotkey: { enabled: false } })
    // The library puts itself first in the order of Tab, though its keys are off, and keeps fingers from scrolling.
    for (const inner of root.querySelectorAll<HTMLElement>('[tabindex]')) {
      inner.removeAttribute('tabindex')
      inner.style.touchAction = 'pan-y'
      inner.style.overscrollBehavior = 'auto'
    }
    made?.setBarSpace(7)
    made?.setOffsetRightDistance(48)
    const observer = new ResizeObserver(() => made?.resize())
    observer.observe(root)
    setChart(made)
    // A canvas does not draw itself anew when its font has come; where it does not come, another is drawn already.
    document.fonts.load("11px 'Barlow'").then(
      () => root.isConnected && made?.resize(),
      () => undefined,
    )
    return () => {
      observer.disconnect()
      unshare()
      dispose(root)
      setChart(null)
    }
  }, [])

  useEffect(() => {
    const words = { open: t('open'), high: t('high'), low: t('low'), close: t('close'), volume: t('volume') }
    chart?.setStyles(chartStyles(document.documentElement, words, roomy))
  }, [chart, look, t, roomy])

  useEffect(() => {
    chart?.setThousandsSeparator({ format: chartFigure(locale) })
    const write = (millis: number, part: 'day' | 'time') => formatDateTime(millis, timezone, hour12, part, locale)
    chart?.setFormatter({ formatDate: ({ timestamp, template }) => chartMoment(timestamp, template, write) })
    chart?.setTimezone(timezone)
  }, [chart, locale, timezone, hour12])
  return [chart, attach]
}
