import { Amount } from '@truemark/ui/primitives/Amount'
import { DecimalInput, type DecimalInputProps } from '@truemark/ui/primitives/DecimalInput'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { steppedFigure, stepsOfKey } from './steppedFigure.ts'

interface FigureInputProps extends Omit<DecimalInputProps, 'readAs' | 'onKeyDown'> {
  /** Whether the arrows take it a step of its last decimal up and down. */
  steps?: boolean
}

/** A field for a figure that says in the reader's language how it read one that could be read in two ways. */
export function FigureInput({ steps = false, ...props }: FigureInputProps) {
  const shell = useTranslations('shell.figure')
  const step = (event: KeyboardEvent) => {
    const taken = stepsOfKey(event)
    if (taken === null) return
    event.preventDefault()
    props.onValueChange(steppedFigure(props.value, taken, props.decimals))
  }
  return (
    <DecimalInput {...props} onKeyDown={steps ? step : undefined} readAs={(figure) => shell('readAs', { figure })} />
  )
}

interface AvailableProps {
  label: string
  /** Null until it is known. */
  value: string | null | undefined
  unit: string
  decimalsMax?: number
}

/** Beside a field: how much there is to put in. */
export function Available({ label, value, unit, decimalsMax = 8 }: AvailableProps) {
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1.5">
      {label}
      <Amount value={value ?? undefined} unit={unit} decimalsMax={decimalsMax} className="text-secondary" />
    </span>
  )
}
