import { useId } from 'react'
import { joined } from './joined.tsx'
import type { TabItem } from './Tabs.tsx'

export interface SegmentedProps<Value extends string> {
  label: string
  value: Value
  items: readonly (TabItem<Value> & { tone?: 'up' | 'down' })[]
  onValueChange: (value: Value) => void
  className?: string
}

const fills = {
  up: 'has-checked:bg-up has-checked:text-on-up-down',
  down: 'has-checked:bg-down has-checked:text-on-up-down',
  plain: 'has-checked:bg-overlay has-checked:text-text has-checked:hairline',
}

/** A choice of one among a few, all in sight. A tone fills the chosen one: buy and sell. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, items, onValueChange, className } = props
  const name = useId()
  return (
    <fieldset className={joined('flex min-w-0 rounded-control bg-raised p-0.5 hairline', className)}>
      <legend className="sr-only">{label}</legend>
      {items.map((item) => (
        <label
          key={item.value}
          className={joined(
            'feedback relative flex min-h-11 min-w-0 flex-1 cursor-pointer items-center justify-center rounded-[8px] px-2 text-center text-14 font-medium text-secondary hover:text-text',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
            fills[item.tone ?? 'plain'],
          )}
        >
          <input
            type="radio"
            name={name}
            value={item.value}
            checked={item.value === value}
            onChange={() => onValueChange(item.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {item.label}
        </label>
      ))}
    </fieldset>
  )
}
