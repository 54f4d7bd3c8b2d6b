import { Amount } from '@truemark/ui/primitives/Amount'
import { DecimalInput, type DecimalInputProps } from '@truemark/ui/primitives/DecimalInput'
import { useTranslations } from 'use-intl'

/** A field for a figure that says in the reader's language how it read one that could be read in two ways. */
export function FigureInput(props: Omit<DecimalInputProps, 'readAs'>) {
  const shell = useTranslations('shell.figure')
  return <DecimalInput {...props} readAs={(figure) => shell('readAs', { figure })} />
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
