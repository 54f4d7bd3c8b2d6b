import type { ComponentProps, ReactNode } from 'react'
import { boxClass, Field, inputClass, type FieldProps } from './Field.tsx'
import { joined } from './joined.tsx'

export interface TextInputProps
  extends Omit<ComponentProps<'input'>, 'id' | 'children'>, Omit<FieldProps, 'children' | 'className'> {
  /** Inside the box, before and after the text. */
  before?: ReactNode
  after?: ReactNode
}

/** One line of text with its label. */
export function TextInput(props: TextInputProps) {
  const { label, aside, hint, error, labelHidden, before, after, className, ...input } = props
  return (
    <Field label={label} aside={aside} hint={hint} error={error} {...(labelHidden ? { labelHidden } : {})}>
      {(control) => (
        <div className={joined(boxClass, className)}>
          {before}
          <input type="text" autoCapitalize="none" spellCheck={false} {...input} {...control} className={inputClass} />
          {after}
        </div>
      )}
    </Field>
  )
}
