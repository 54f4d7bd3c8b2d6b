import type { Interval } from '@truemark/protocol/routes/market'
import { formatDateTime } from '@truemark/ui/figures/dateTime'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { dispose, init, type Chart } from 'klinecharts'
import { useCallback, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReconnecting } from '../data/live.ts'
import { useAppearance, useShape } from '../i18n/door.ts'
import { candleFeed } from './candleFeed.ts'
import { sharePageScroll } from './chartGestures.ts'
import { chartFigure, chartMoment, chartStyles } from './chartLook.ts'
import type { IndicatorName } from './indicatorNames.ts'
import { showIndicators } from './indicators.ts'
import type { ChartLine } from './chartLine.ts'
import { showLines } from './chartLines.ts'
import { periods } from './plot.ts'

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
  /** Read to those who can't see the chart. */
  summary: string
  onFailed: (failed: boolean) => void
}

/** The candles of a market with indicators and the lines of what one has open. Its code is loaded when it is wanted. */
export default function CandleChart(props: CandleChartProps) {
  const { symbol, interval, priceDecimals, quantityDecimals, indicators, lines, summary, onFailed } = props
  const roomy = useShape() !== 'phone'
  const [chart, attach] = useChart(props.timezone, props.hour12, roomy)
  const reconnecting = useReconnecting()

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

  useEffect(() => {
    if (chart) showLines(chart, lines)
  }, [chart, lines])

  return <figure ref={attach} aria-label={summary} data-no-pull className="isolate h-full w-full touch-pan-y" />
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
