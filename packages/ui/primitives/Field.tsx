import { useId, type ReactNode } from 'react'
import { joined } from './joined.tsx'

/** What a control inside a field must bear, so that label, hint and error are read with it. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldProps {
  label: ReactNode
  /** Beside the label, at the end of its line: a balance, a link. */
  aside?: ReactNode
  /** Whether the control has a unit beside it, which bears the id `unitIdOf` names. */
  hasUnit?: boolean
  hint?: ReactNode
  error?: string | undefined
  labelHidden?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** The id of the unit beside a control. */
export const unitIdOf = (id: string): string => `${id}-unit`

/** A label, a control, and beneath it a hint or the error that stands in its place. */
export function Field(props: FieldProps) {
  const { label, aside, hasUnit = false, hint, error, labelHidden = false, className, children } = props
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className={joined('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={joined('flex items-baseline justify-between gap-3', labelHidden && 'sr-only')}>
        <label htmlFor={id} className="text-14 text-secondary">
          {label}
        </label>
        {aside !== undefined && <span className="text-12 text-quiet">{aside}</span>}
      </div>
      {children({
        id,
        'aria-describedby': joined(hasUnit && unitIdOf(id), note !== undefined && noteId) || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {note !== undefined && (
        // another element than the hint's: an alert is told as it comes
        <p
          key={error === undefined ? 'hint' : 'error'}
          id={noteId}
          role={error === undefined ? undefined : 'alert'}
          className={joined('text-12', error === undefined ? 'text-quiet' : 'text-danger')}
        >
          {note}
        </p>
      )}
    </div>
  )
}

/** The look of a box that text is typed into. */
export const boxClass =
  'feedback flex min-h-12 w-full min-w-0 items-center rounded-control bg-raised hairline text-16 text-text placeholder:text-quiet focus-within:shadow-[inset_0_0_0_1.5px_var(--primary)] has-[[aria-invalid]]:shadow-[inset_0_0_0_1.5px_var(--danger)] has-[:disabled]:opacity-55'

/** The look of the input within the box; the box shows the focus. */
export const inputClass =
  'min-h-12 w-full min-w-0 flex-1 bg-transparent px-3.5 text-16 outline-none placeholder:text-quiet focus-visible:outline-none'
