import { useState, type ComponentProps } from 'react'
import { joined } from './joined.tsx'
import { Spinner } from './Spinner.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'up' | 'down'

const kinds: Record<ButtonKind, string> = {
  primary: 'bg-primary text-on-primary hover:opacity-92',
  secondary: 'bg-raised text-text hairline hover:bg-overlay',
  quiet: 'bg-transparent text-primary hover:bg-primary-soft',
  danger: 'bg-raised text-danger shadow-[inset_0_0_0_1px_var(--danger)] hover:opacity-85',
  up: 'bg-up text-on-up-down hover:opacity-92',
  down: 'bg-down text-on-up-down hover:opacity-92',
}

export interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind
  /** Compact is 44 px high, the rest 48. */
  compact?: boolean
  wide?: boolean
  /** Shows that it works on it and takes no second press; keeps its size and its focus. */
  busy?: boolean
  /** Takes no press, and looks as ever. */
  deaf?: boolean
}

/** The classes of a button, for a link that looks like one. */
export function buttonClass(kind: ButtonKind = 'primary', compact = false, wide = false): string {
  return joined(
    'feedback relative inline-flex items-center justify-center gap-2 rounded-control px-5 py-1.5 leading-tight font-semibold select-none',
    'active:scale-[0.98]',
    compact ? 'min-h-11 text-14' : 'min-h-12 text-16',
    wide && 'w-full',
    kinds[kind],
  )
}

/** A button of one of six kinds; one `primary` a screen. Shut while it has the focus, it keeps it. */
export function Button(props: ButtonProps) {
  const {
    kind = 'primary',
    compact = false,
    wide = false,
    busy = false,
    deaf = false,
    disabled = false,
    className,
    children,
    ...rest
  } = props
  const [shut, focus] = useShut(disabled, props)
  const takesNone = busy || deaf || disabled
  return (
    <button
      type="button"
      {...rest}
      {...focus}
      disabled={shut}
      className={joined(buttonClass(kind, compact, wide), disabled && 'opacity-45! active:scale-100!', className)}
      aria-busy={busy || undefined}
      aria-disabled={(takesNone && !shut) || undefined}
      onClick={takesNone ? (event) => event.preventDefault() : rest.onClick}
    >
      <span className={joined('inline-flex items-center justify-center gap-2', busy && 'invisible')}>{children}</span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  )
}

/** Whether a button is shut to the focus too: one that has it would drop it, and whoever hears the page would be nowhere. */
function useShut(disabled: boolean, { onFocus, onBlur }: Pick<ButtonProps, 'onFocus' | 'onBlur'>) {
  const [held, hold] = useState(false)
  const focus: Pick<ButtonProps, 'onFocus' | 'onBlur'> = {
    onFocus(event) {
      hold(true)
      onFocus?.(event)
    },
    onBlur(event) {
      hold(false)
      onBlur?.(event)
    },
  }
  return [disabled && !held, focus] as const
}
