import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { TextInput, type TextInputProps } from './TextInput.tsx'

export interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'after'> {
  showLabel: string
  hideLabel: string
}

/** A password that its owner can look at. */
export function PasswordInput({ showLabel, hideLabel, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextInput
      autoComplete="current-password"
      {...rest}
      type={shown ? 'text' : 'password'}
      after={
        <button
          type="button"
          aria-label={shown ? hideLabel : showLabel}
          onClick={() => setShown(!shown)}
          className="feedback mr-0.5 grid size-11 shrink-0 place-items-center rounded-control text-quiet hover:text-text"
        >
          <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
        </button>
      }
    />
  )
}
