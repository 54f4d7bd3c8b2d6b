import { Field } from '@truemark/ui/primitives/Field'

interface QuestionFieldProps {
  label: string
  value: string
  lengthMax: number
  error: string | undefined
  rows?: number
  onChange: (value: string) => void
}

/** A longer text, with how much of it is left once it nears its end. */
export function QuestionField({ label, value, lengthMax, error, rows = 5, onChange }: QuestionFieldProps) {
  const isLong = value.length > lengthMax * 0.8
  return (
    <Field
      label={label}
      error={error}
      {...(isLong ? { aside: <span className="figures">{`${value.length} / ${lengthMax}`}</span> } : {})}
    >
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          value={value}
          maxLength={lengthMax}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-28 w-full resize-y rounded-control bg-raised px-3.5 py-3 text-16 hairline outline-none focus:shadow-[inset_0_0_0_1.5px_var(--primary)] aria-invalid:shadow-[inset_0_0_0_1.5px_var(--danger)]"
        />
      )}
    </Field>
  )
}
