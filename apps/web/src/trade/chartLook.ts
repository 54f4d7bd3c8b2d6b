import { formatFigure } from '@truemark/ui/figures/format'
import type { DeepPartial, Styles } from 'klinecharts'

/** The words of the crosshair's legend in the reader's language. */
export interface ChartWords {
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

const face = "'Barlow', system-ui, sans-serif"

/**
 * The chart's look from the page's roles, read where they stand: quiet grid, role colours, our figures. Where it is not
 * roomy, a candle's figures come with the crosshair only.
 */
export function chartStyles(root: HTMLElement, words: ChartWords, roomy: boolean): DeepPartial<Styles> {
  const styles = getComputedStyle(root)
  const role = (name: string) => styles.getPropertyValue(`--${name}`).trim()
  const up = role('up')
  const down = role('down')
  const quiet = role('quiet')
  const secondary = role('secondary')
  const line = withAlpha(role('text'), 0.07)
  const text = { size: 11, family: face, weight: 400, color: quiet }
  const legend = { ...text, color: quiet, marginLeft: 6, marginTop: 4, marginRight: 0, marginBottom: 2 }
  const tag = { ...text, color: role('background'), paddingLeft: 5, paddingRight: 5, paddingTop: 3, paddingBottom: 3 }
  const crosshairText = {
    ...tag,
    color: role('text'),
    backgroundColor: role('overlay'),
    borderSize: 0,
    borderRadius: 4,
  }
  const crosshair = {
    line: { color: withAlpha(role('text'), 0.35), dashedValue: [3, 3], size: 1 },
    text: crosshairText,
  }
  const axis = { axisLine: { show: false }, tickLine: { show: false }, tickText: text }
  return {
    grid: { horizontal: { color: line, style: 'solid' }, vertical: { color: line, style: 'solid' } },
    candle: {
      bar: bars(up, down, quiet),
      priceMark: {
        high: { color: secondary, textSize: 11, textFamily: face },
        low: { color: secondary, textSize: 11, textFamily: face },
        last: {
          upColor: up,
          downColor: down,
          noChangeColor: quiet,
          line: { style: 'dashed', dashedValue: [3, 3], size: 1 },
          text: { ...tag, color: role('on-up-down'), weight: 600, borderRadius: 4 },
        },
      },
      tooltip: {
        showRule: roomy ? 'always' : 'follow_cross',
        title: { show: false },
        legend: {
          ...legend,
          template: [
            { title: { text: `${words.open} `, color: quiet }, value: { text: '{open}', color: secondary } },
            { title: { text: `${words.high} `, color: quiet }, value: { text: '{high}', color: secondary } },
            { title: { text: `${words.low} `, color: quiet }, value: { text: '{low}', color: secondary } },
            { title: { text: `${words.close} `, color: quiet }, value: { text: '{close}', color: secondary } },
          ],
        },
      },
    },
    indicator: {
      lines: [role('primary'), role('info'), role('warning'), secondary, up].map((color) => ({
        color,
        size: 1,
        style: 'solid',
        smooth: false,
        dashedValue: [2, 2],
      })),
      bars: [{ style: 'fill', upColor: withAlpha(up, 0.5), downColor: withAlpha(down, 0.5), noChangeColor: quiet }],
      tooltip: { showRule: 'always', title: { ...legend, show: false }, legend },
    },
    overlay: drawnLook(role('primary'), role('background')),
    xAxis: axis,
    yAxis: axis,
    separator: { size: 1, color: line },
    crosshair: { horizontal: crosshair, vertical: crosshair },
  }
}

/** How what one draws looks. */
function drawnLook(colour: string, background: string): DeepPartial<Styles>['overlay'] {
  return {
    point: {
      color: background,
      borderColor: colour,
      borderSize: 1.5,
      radius: 4,
      activeColor: colour,
      activeBorderColor: withAlpha(colour, 0.3),
      activeBorderSize: 4,
      activeRadius: 4,
    },
    line: { color: colour, size: 1 },
    rect: { color: withAlpha(colour, 0.1), borderColor: colour, borderSize: 1 },
    text: { color: colour, backgroundColor: 'transparent', borderSize: 0, size: 11, family: face },
  }
}

/** Writes what the chart prints as the reader writes numbers; the chart gives it figures with a point and no groups. */
export function chartFigure(locale: string): (value: string | number) => string {
  return (value) => {
    const text = String(value)
    const decimals = text.split('.')[1]?.length ?? 0
    const shown = formatFigure(text, locale, { decimalsMin: decimals, decimalsMax: decimals })
    // What is no figure ("1.2K", "n/a") stands as the chart wrote it.
    return shown === '--' ? text : shown
  }
}

function bars(up: string, down: string, quiet: string) {
  return {
    upColor: up,
    downColor: down,
    noChangeColor: quiet,
    upBorderColor: up,
    downBorderColor: down,
    noChangeBorderColor: quiet,
    upWickColor: up,
    downWickColor: down,
    noChangeWickColor: quiet,
  }
}

/** A hexadecimal colour with an alpha; any other notation comes back as it is. */
export function withAlpha(colour: string, alpha: number): string {
  const hex = /^#([0-9a-f]{6})$/i.exec(colour)?.[1]
  if (hex === undefined) return colour
  const byte = Math.round(alpha * 255)
  return `#${hex}${byte.toString(16).padStart(2, '0')}`
}

/** Writes a moment (UTC ms) of the axis or the crosshair by the library's template, in the words of `write`. */
export function chartMoment(
  millis: number,
  template: string,
  write: (millis: number, part: 'day' | 'time') => string,
): string {
  const [year = '', month = '', day = ''] = write(millis, 'day').split('-')
  const time = write(millis, 'time')
  const minute = time.replace(/^([0-9]+:[0-9]+):[0-9]+/, '$1')
  const words = { YYYY: year, MM: month, DD: day, 'HH:mm:ss': time, 'HH:mm': minute }
  return template.replace(/YYYY|MM|DD|HH:mm:ss|HH:mm/g, (name) => new Map(Object.entries(words)).get(name) ?? '')
}
