import { client } from '@truemark/protocol/client'
import { joined } from '@truemark/ui/primitives/joined'
import { OTPInput } from 'input-otp'
import { useId } from 'react'
import { useTranslations } from 'use-intl'

export interface CodeFieldProps {
  value: string
  onValueChange: (code: string) => void
  error: string | undefined
}

/** The code is all that its screen asks for, so that one can type at once. */
const focusFirst = (input: HTMLInputElement | null) => input?.focus()

/** The six figures of a verification code; a pasted or offered code fills all of them. */
export function CodeField({ value, onValueChange, error }: CodeFieldProps) {
  const t = useTranslations('identity.code')
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-14 text-secondary">
        {t('label')}
      </label>
      <OTPInput
        ref={focusFirst}
        id={id}
        value={value}
        onChange={onValueChange}
        maxLength={client.codeLength}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="^[0-9]*$"
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
