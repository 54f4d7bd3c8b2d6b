import { useState, type ClipboardEvent, type ReactNode } from 'react'
import { formatFigure } from '../figures/format.ts'
import { canonicalOf, figureOf, readPasted, typedFigure } from '../figures/reading.ts'
import { boxClass, Field, inputClass, type FieldProps } from './Field.tsx'
import { useFigureLocale, useNegativeText } from './FigureLocale.tsx'
import { joined } from './joined.tsx'

export interface DecimalInputProps extends Omit<FieldProps, 'children' | 'className'> {
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
  /** Says how a pasted text was read when it could be read in two ways, or lost decimals: "Read as 1,234". */
  readAs: (figure: string) => string
  onBlur?: () => void
  className?: string
  autoFocus?: boolean
}

/** An amount, price or quantity typed in the reader's own notation and given on as a canonical decimal text. */
export function DecimalInput(props: DecimalInputProps) {
  const { value, onValueChange, decimals, unit, after, readAs, className, ...rest } = props
  const { hint, label, aside, error, labelHidden = false, ...input } = rest
  const { figure, note, fault, change, paste } = useTypedFigure(value, decimals, onValueChange, readAs)
  return (
    <Field label={label} aside={aside} error={fault ?? error} hint={note ?? hint} labelHidden={labelHidden}>
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
            className={joined(inputClass, 'figures')}
          />
          {unit !== undefined && <span className="shrink-0 pr-3.5 text-14 text-quiet">{unit}</span>}
          {after}
        </div>
      )}
    </Field>
  )
}

/** A hyphen, or the sign as it is printed. */
const minus = /[-\u2212]/

/** What the box shows for a value, and what typing and pasting into it do. */
function useTypedFigure(
  value: string,
  decimals: number,
  onValueChange: (canonical: string) => void,
  readAs: (figure: string) => string,
) {
  const locale = useFigureLocale()
  const negativeText = useNegativeText()
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState<string>()
  const [fault, setFault] = useState<string>()
  // What was typed stands ("0,050", "5,") for as long as it means the value; a value from elsewhere replaces it.
  const own = sameValue(canonicalOf(typed, locale), value)

  const change = (text: string, remark?: string) => {
    const next = typedFigure(text, locale, decimals)
    setTyped(next)
    setNote(remark)
    setFault(minus.test(text) ? negativeText : undefined)
    const canonical = canonicalOf(next, locale)
    if (canonical !== value) onValueChange(canonical)
  }

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    const { selectionStart, selectionEnd } = event.currentTarget
    const replacesAll = selectionStart === 0 && selectionEnd === event.currentTarget.value.length
    // Bare digits go where the caret is; anything with a mark is an amount of its own and stands alone.
    if (/^[0-9]+$/.test(text) && !replacesAll) return
    event.preventDefault()
    const reading = readPasted(text, locale)
    if (reading.canonical === null) {
      setTyped(figureOf(value, locale))
      setFault(minus.test(text) ? negativeText : undefined)
      return
    }
    const pasted = figureOf(reading.canonical, locale)
    const kept = canonicalOf(typedFigure(pasted, locale, decimals), locale)
    const doubtful = reading.doubtful || kept !== reading.canonical
    change(pasted, doubtful ? readAs(formatFigure(kept, locale, { decimalsMin: 0 })) : undefined)
  }

  return {
    figure: own ? typed : figureOf(value, locale),
    note: own ? note : undefined,
    fault: own ? fault : undefined,
    change,
    paste,
  }
}

function sameValue(a: string, b: string): boolean {
  const trimmed = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
  return trimmed(a) === trimmed(b)
}
