import { Button } from '@truemark/ui/primitives/Button'
import { CodeInput } from '@truemark/ui/primitives/CodeInput'
import { FailureNote } from '../deed/door.ts'
import type { useAccessForm } from './useAccessForm.ts'

export interface CodeStepProps {
  form: ReturnType<typeof useAccessForm>
  label: string
  submitLabel: string
}

/** The end of a form of access: the authenticator's code, what went wrong, and the button that sends. */
export function CodeStep({ form, label, submitLabel }: CodeStepProps) {
  const { onChange, ...field } = form.field('totp')
  return (
    <>
      <CodeInput label={label} name="totp" {...field} onValueChange={(value) => onChange({ target: { value } })} />
      <FailureNote text={form.failure} />
      <Button type="submit" wide busy={form.busy} className="mt-1">
        {submitLabel}
      </Button>
    </>
  )
}
