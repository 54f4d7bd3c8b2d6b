import { formatFigure, type DecimalFormat } from '../figures/format.ts'
import { useFigureLocale } from './FigureLocale.tsx'
import { joined } from './joined.tsx'
import { RollingFigure } from './RollingFigure.tsx'

export interface AmountProps extends DecimalFormat {
  /** A canonical decimal text; undefined shows "--". */
  value: string | undefined
  unit?: string
  /** The hero of a screen: 40 px, one step smaller when long. */
  hero?: boolean
  className?: string
}

/** The length from which a hero is one step smaller: eleven characters of 40 px and a unit fit a page of 320 px. */
const longHero = 12

/** An amount: tabular figures, the unit quiet and smaller, never cut. A hero's unit wraps before its figure overflows. */
export function Amount({ value, unit, hero = false, className, ...format }: AmountProps) {
  const locale = useFigureLocale()
  const figure = value === undefined ? '--' : formatFigure(value, locale, format)
  const size = hero ? (figure.length >= longHero ? 'text-28' : 'text-40') : undefined
  return (
    <span
      className={joined(
        'figures whitespace-nowrap',
        size,
        hero && 'inline-flex max-w-full flex-wrap items-baseline font-semibold',
        className,
      )}
    >
      {hero ? <RollingFigure text={figure} /> : figure}
      {unit !== undefined && (
        <span className={joined('text-quiet', hero ? 'pl-2 text-16 font-medium' : 'pl-1 text-[0.85em] font-normal')}>
          {unit}
        </span>
      )}
    </span>
  )
}
