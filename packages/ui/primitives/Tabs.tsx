import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { joined } from './joined.tsx'

export interface TabItem<Value extends string> {
  value: Value
  label: string
}

export interface TabsProps<Value extends string> {
  label: string
  value: Value
  items: readonly TabItem<Value>[]
  onValueChange: (value: Value) => void
  /** The id of the `TabPanel` whose content the tabs change. */
  controls: string
  className?: string
}

/** Words on a line, the chosen one underlined; the arrows move along. */
export function Tabs<Value extends string>({
  label,
  value,
  items,
  onValueChange,
  controls,
  className,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={list}
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => moveAlong(event, list.current, items, value, onValueChange)}
      className={joined('flex gap-1 overflow-x-auto hairline-b [scrollbar-width:none]', className)}
    >
      {items.map((item) => {
        const chosen = item.value === value
        return (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={tabIdOf(controls, item.value)}
            aria-selected={chosen}
            aria-controls={controls}
            tabIndex={chosen ? 0 : -1}
            onClick={() => onValueChange(item.value)}
            className={joined(
              'feedback relative min-h-11 shrink-0 px-3 text-14 font-medium whitespace-nowrap -outline-offset-2',
              chosen
                ? 'text-text after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full after:bg-primary'
                : 'text-quiet hover:text-text',
            )}
          >
            {item.label}
          </button>
        )
      })}
    </div>
  )
}

const tabIdOf = (panel: string, value: string): string => `${panel}-${value}`

export interface TabPanelProps {
  /** The same that its tabs control. */
  id: string
  /** The tab that is chosen. */
  tab: string
  className?: string
  children: ReactNode
}

/** What the chosen tab shows; it is called as the tab is. */
export function TabPanel({ id, tab, className, children }: TabPanelProps) {
  return (
    <div role="tabpanel" id={id} aria-labelledby={tabIdOf(id, tab)} className={className}>
      {children}
    </div>
  )
}

function moveAlong<Value extends string>(
  event: KeyboardEvent,
  list: HTMLElement | null,
  items: readonly TabItem<Value>[],
  value: Value,
  onValueChange: (value: Value) => void,
) {
  const at = items.findIndex((item) => item.value === value)
  const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: items.length - 1 }
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const next = (step + items.length) % items.length
  const item = items[next]
  if (!item) return
  onValueChange(item.value)
  const target = list?.querySelectorAll<HTMLElement>('[role="tab"]')[next]
  target?.focus()
}
