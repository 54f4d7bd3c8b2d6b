import { codeDigits, codeLength } from '@truemark/ui/figures/codeDigits'
import { joined } from '@truemark/ui/primitives/joined'
import { OTPInput } from 'input-otp'
import { useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'

export interface CodeFieldProps {
  value: string
  onValueChange: (code: string) => void
  error: string | undefined
}

/** The six figures of a verification code; a pasted or offered code fills all of them. */
export function CodeField({ value, onValueChange, error }: CodeFieldProps) {
  const t = useTranslations('identity.code')
  const id = useId()
  const ref = useWholeCode(onValueChange)
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-14 text-secondary">
        {t('label')}
      </label>
      <OTPInput
        ref={ref}
        id={id}
        value={value}
        onChange={(text) => onValueChange(codeDigits(text))}
        pasteTransformer={codeDigits}
        maxLength={codeLength}
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        containerClassName="flex gap-2"
        render={({ slots }) =>
          slots.map((slot, place) => (
            <span
              key={place}
              className={joined(
                'figures feedback grid h-14 min-w-0 flex-1 place-items-center rounded-control bg-raised text-20 font-medium',
                slot.isActive
                  ? 'shadow-[inset_0_0_0_1.5px_var(--primary)]'
                  : error === undefined
                    ? 'hairline'
                    : 'shadow-[inset_0_0_0_1.5px_var(--danger)]',
              )}
            >
              {slot.char ?? (slot.hasFakeCaret ? <span className="h-6 w-px bg-primary" /> : null)}
            </span>
          ))
        }
      />
      {error !== undefined && (
        <p id={`${id}-note`} role="alert" className="text-12 text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/**
 * The code's input, focused since it is all that its screen asks for. A code that a keyboard's suggestion, a dictation or
 * a password store puts in at once may bear spaces, which the box's length would cut off: it is taken whole here.
 */
function useWholeCode(onCode: (code: string) => void) {
  const ref = useRef<HTMLInputElement>(null)
  const take = useRef(onCode)
  useEffect(() => {
    take.current = onCode
  })
  useEffect(() => {
    const input = ref.current
    if (input === null) return
    input.focus()
    const before = (event: InputEvent) => {
      const digits = codeDigits(event.data ?? '')
      if (digits.length !== codeLength || !event.cancelable) return
      event.preventDefault()
      take.current(digits)
    }
    input.addEventListener('beforeinput', before)
    return () => input.removeEventListener('beforeinput', before)
  }, [])
  return ref
}
