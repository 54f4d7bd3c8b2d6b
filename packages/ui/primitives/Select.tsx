import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { boxClass, Field, type FieldProps } from './Field.tsx'
import { joined } from './joined.tsx'

export interface SelectOption<Value extends string> {
  value: Value
  label: string
  /** Before the label: a flag, a coin. */
  mark?: ReactNode
}

export interface SelectProps<Value extends string> extends Omit<FieldProps, 'children' | 'className'> {
  value: Value | null
  options: readonly SelectOption<Value>[]
  onValueChange: (value: Value) => void
  placeholder?: string
  disabled?: boolean
}

/** A choice of one among many, in a menu. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, options, onValueChange, placeholder, disabled = false, label, aside, hint, error, labelHidden } = props
  const items = options.map((option) => ({ value: option.value, label: option.label }))
  return (
    <Field label={label} aside={aside} hint={hint} error={error} {...(labelHidden ? { labelHidden } : {})}>
      {(control) => (
        // what it would write into the page as a style sheet stands in libraries.css
        <CSPProvider disableStyleElements>
          <Base.Root
            items={items}
            value={value}
            disabled={disabled}
            onValueChange={(next) => next !== null && onValueChange(next)}
          >
            <Base.Trigger {...control} className={joined(boxClass, 'justify-between gap-2 px-3.5 text-left')}>
              <span className="min-w-0 flex-1 truncate">
                <Base.Value>
                  {(current: Value | null) => {
                    const option = options.find((each) => each.value === current)
                    return option ? option.label : <span className="text-quiet">{placeholder}</span>
                  }}
                </Base.Value>
              </span>
              <ChevronDown size={18} strokeWidth={1.5} className="shrink-0 text-quiet" aria-hidden="true" />
            </Base.Trigger>
            <Base.Portal>
              <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-50 outline-none">
                <Base.Popup className="max-h-[min(22rem,var(--available-height))] min-w-(--anchor-width) max-w-[92vw] overflow-y-auto rounded-card bg-overlay p-1 hairline outline-none transition-opacity duration-(--motion-feedback) data-ending-style:opacity-0 data-starting-style:opacity-0">
                  {options.map((option) => (
                    <Base.Item
                      key={option.value}
                      value={option.value}
                      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-16 outline-none select-none data-highlighted:bg-primary-soft"
                    >
                      {option.mark}
                      <Base.ItemText className="flex-1">{option.label}</Base.ItemText>
                      <Base.ItemIndicator className="text-primary">
                        <Check size={18} strokeWidth={1.5} aria-hidden="true" />
                      </Base.ItemIndicator>
                    </Base.Item>
                  ))}
                </Base.Popup>
              </Base.Positioner>
            </Base.Portal>
          </Base.Root>
        </CSPProvider>
      )}
    </Field>
  )
}
