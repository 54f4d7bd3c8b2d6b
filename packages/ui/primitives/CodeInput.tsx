import type { ClipboardEvent, ReactNode, Ref } from 'react'
import { codeDigits, codeLength } from '../figures/codeDigits.ts'
import type { FieldProps } from './Field.tsx'
import { TextInput } from './TextInput.tsx'

export interface CodeInputProps extends Omit<FieldProps, 'children' | 'className'> {
  /** The digits that are there, six at most. */
  value: string
  onValueChange: (digits: string) => void
  name?: string
  ref?: Ref<HTMLInputElement>
  after?: ReactNode
}

/** One line for a code of six digits, however it was copied: spaces, hyphens and other scripts' figures are understood. */
export function CodeInput({ onValueChange, ...input }: CodeInputProps) {
  const paste = (event: ClipboardEvent) => {
    const digits = codeDigits(event.clipboardData.getData('text'))
    // A whole code stands for itself; a part of one goes where the caret is.
    if (digits.length !== codeLength) return
    event.preventDefault()
    onValueChange(digits)
  }
  return (
    <TextInput
      {...input}
      inputMode="numeric"
      autoComplete="one-time-code"
      onPaste={paste}
      onChange={(event) => onValueChange(codeDigits(event.target.value).slice(0, codeLength))}
    />
  )
}
