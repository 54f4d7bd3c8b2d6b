import { ArrowDown, ArrowUp } from 'lucide-react'
import { formatFigure, signOf } from '../figures/format.ts'
import { separatorsOf } from '../figures/separators.ts'
import { useFigureLocale } from './FigureLocale.tsx'
import { joined } from './joined.tsx'

export interface ChangeProps {
  /** A signed canonical decimal text, with or without a percent sign; undefined shows "--". */
  value: string | undefined
  percent?: boolean
  /** A filled chip, for lists. */
  chip?: boolean
  className?: string
}

/** A rise or fall: sign, arrow and colour together, so that none of them is needed alone. */
export function Change({ value, percent = true, chip = false, className }: ChangeProps) {
  const locale = useFigureLocale()
  const text = value?.replace('%', '').replace(/^\+/, '')
  const sign = text === undefined ? 0 : signOf(text)
  const figure =
    text === undefined ? '--' : formatFigure(text, locale, { decimalsMin: 2, decimalsMax: 2, signed: true })
  const Arrow = sign > 0 ? ArrowUp : ArrowDown
  const tone =
    sign > 0
      ? chip
        ? 'bg-up-soft text-up'
        : 'text-up'
      : sign < 0
        ? chip
          ? 'bg-down-soft text-down'
          : 'text-down'
        : chip
          ? 'bg-raised text-secondary'
          : 'text-secondary'
  return (
    <span
      className={joined(
        'figures inline-flex items-center justify-end gap-0.5 whitespace-nowrap',
        chip && 'min-h-7 min-w-20 rounded-chip px-2 text-14 font-medium',
        tone,
        className,
      )}
    >
      {sign !== 0 && <Arrow size="0.9em" strokeWidth={2} aria-hidden="true" />}
      {figure}
      {percent && text !== undefined && separatorsOf(locale).percent}
    </span>
  )
}
