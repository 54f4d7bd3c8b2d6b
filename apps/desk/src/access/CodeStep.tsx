import { Button } from '@truemark/ui/primitives/Button'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { FailureNote } from '../deed/door.ts'
import type { useAccessForm } from './useAccessForm.ts'

export interface CodeStepProps {
  form: ReturnType<typeof useAccessForm>
  label: string
  submitLabel: string
}

/** The end of a form of access: the authenticator's code, what went wrong, and the button that sends. */
export function CodeStep({ form, label, submitLabel }: CodeStepProps) {
  return (
    <>
      <TextInput
        label={label}
        name="totp"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        {...form.field('totp')}
      />
      <FailureNote text={form.failure} />
      <Button type="submit" wide busy={form.busy} className="mt-1">
        {submitLabel}
      </Button>
    </>
  )
}
