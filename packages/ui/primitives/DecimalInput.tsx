import { useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import { formatFigure } from '../figures/format.ts'
import { cutFigure, figureOf, readFigure } from '../figures/reading.ts'
import { boxClass, Field, inputClass, unitIdOf, type FieldProps } from './Field.tsx'
import { useFigureLocale, useFigureTexts } from './FigureLocale.tsx'
import { joined } from './joined.tsx'

export interface DecimalInputProps extends Omit<FieldProps, 'children' | 'className' | 'hasUnit'> {
  /** A canonical decimal text, or '' for nothing. */
  value: string
  onValueChange: (canonical: string) => void
  /** Decimals that can be typed: the listing's or the currency's. */
  decimals: number
  unit?: ReactNode
  /** Inside the box, after the unit: "All", steppers. */
  after?: ReactNode
  placeholder?: string
  disabled?: boolean
  name?: string
  /** Says how a text was read when it could be read in two ways, or lost decimals: "Read as 1,234". */
  readAs: (figure: string) => string
  onBlur?: () => void
  onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
  className?: string
  autoFocus?: boolean
}

/** An amount, price or quantity typed in the reader's own notation and given on as a canonical decimal text. */
export function DecimalInput(props: DecimalInputProps) {
  const { value: _value, onValueChange: _change, decimals: _decimals, readAs: _readAs, ...shown } = props
  const { unit, after, className, onBlur, ...rest } = shown
  const { hint, label, aside, error, labelHidden = false, ...input } = rest
  const { figure, note, fault, change, paste, leave } = useTypedFigure(props)
  return (
    <Field
      label={label}
      aside={aside}
      error={fault ?? error}
      hint={note === undefined ? hint : <output>{note}</output>}
      labelHidden={labelHidden}
      hasUnit={unit !== undefined}
    >
      {(control) => (
        <div className={joined(boxClass, className)}>
          <input
            {...input}
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            value={figure}
            onChange={(event) => change(event.target.value)}
            onPaste={paste}
            onBlur={() => {
              leave()
              onBlur?.()
            }}
            className={joined(inputClass, 'figures')}
          />
          {unit !== undefined && (
            <span id={unitIdOf(control.id)} className="shrink-0 pr-3.5 text-14 text-quiet">
              {unit}
            </span>
          )}
          {after}
        </div>
      )}
    </Field>
  )
}

/** What the box shows for a value, and what typing and pasting into it do. */
function useTypedFigure({ value, decimals, unit, onValueChange, readAs }: DecimalInputProps) {
  const locale = useFigureLocale()
  const texts = useFigureTexts()
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState<string>()
  const [fault, setFault] = useState<string>()
  const unitText = typeof unit === 'string' ? unit : undefined

  const read = (text: string): Typed => {
    const reading = readFigure(text, locale, unitText)
    if (reading.kind === 'nothing') return { value: '' }
    if (reading.kind !== 'figure') return { value: '', fault: texts?.[reading.kind] }
    const kept = cutFigure(reading.canonical, decimals)
    const isDoubtful = reading.doubtful || !sameValue(kept, reading.canonical)
    return { value: kept, note: isDoubtful ? readAs(formatFigure(kept, locale, { decimalsMin: 0 })) : undefined }
  }
  // What was typed stands ("0,050", "1,234.", also what is none) for as long as it means the value; a value from
  // elsewhere replaces it.
  const own = sameValue(read(typed).value, value)

  // The text itself is left alone, so that neither a later mark nor the writing of another script is disturbed.
  const change = (text: string) => {
    const next = read(text)
    setTyped(text)
    setNote(next.note)
    setFault(next.fault)
    if (next.value !== value) onValueChange(next.value)
  }

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    const { selectionStart, selectionEnd } = event.currentTarget
    const replacesAll = selectionStart === 0 && selectionEnd === event.currentTarget.value.length
    // Bare digits go where the caret is; anything with a mark is an amount of its own and stands alone.
    if (/^\p{Nd}+$/u.test(text) && !replacesAll) return
    event.preventDefault()
    const next = read(text)
    if (next.value !== '') return change(text)
    setTyped(own ? typed : figureOf(value, locale))
    setFault(next.fault ?? texts?.unreadable)
  }

  return {
    figure: own ? typed : figureOf(value, locale),
    note: own ? note : undefined,
    fault: own ? fault : undefined,
    change,
    paste,
    /** Writes what was typed as the app writes it; what is no figure stays, with its fault. */
    leave: () => own && value !== '' && setTyped(figureOf(value, locale)),
  }
}

interface Typed {
  /** The canonical decimal text; '' where there is none. */
  readonly value: string
  readonly note?: string | undefined
  readonly fault?: string | undefined
}

function sameValue(a: string, b: string): boolean {
  const trimmed = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
  return trimmed(a) === trimmed(b)
}
