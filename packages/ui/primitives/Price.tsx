import { useState } from 'react'
import { compareFigures } from '../figures/compare.ts'
import { formatFigure } from '../figures/format.ts'
import { useFigureLocale } from './FigureLocale.tsx'
import { joined } from './joined.tsx'

export interface PriceProps {
  /** A canonical decimal text; undefined shows "--". */
  value: string | undefined
  /** The listing's price decimals, all of them shown. */
  decimals?: number
  /** Tints for 400 ms when it changes. */
  tints?: boolean
  /** Not fresh: greys. */
  stale?: boolean
  className?: string
}

/** A price with its listing's decimals, which tints when it moves and greys when it is old. */
export function Price({ value, decimals, tints = true, stale = false, className }: PriceProps) {
  const locale = useFigureLocale()
  const move = useMove(value)
  const format = decimals === undefined ? {} : { decimalsMin: decimals, decimalsMax: decimals }
  const tint = move.direction > 0 ? 'tint tint-up' : move.direction < 0 ? 'tint tint-down' : undefined
  const turn = move.count % 2 === 0 && 'tint-again'
  return (
    <span
      className={joined(
        'figures rounded-chip whitespace-nowrap',
        stale && 'text-quiet',
        tints && !stale && tint,
        tints && !stale && turn,
        className,
      )}
    >
      {value === undefined ? '--' : formatFigure(value, locale, format)}
    </span>
  )
}

/** Which way a value last went, and how often it has moved. */
function useMove(value: string | undefined): { direction: -1 | 0 | 1; count: number } {
  const [state, setState] = useState<{ value: string | undefined; direction: -1 | 0 | 1; count: number }>({
    value,
    direction: 0,
    count: 0,
  })
  if (state.value === value) return state
  const direction = value === undefined || state.value === undefined ? 0 : (compareFigures(value, state.value) ?? 0)
  const next = { value, direction, count: state.count + (direction === 0 ? 0 : 1) }
  setState(next)
  return next
}
