import { boxClass, Field, inputClass } from '@truemark/ui/primitives/Field'
import { Search } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'

const settleMs = 350

/** The line of choices above a list. */
export function Filters({ children }: { children: ReactNode }) {
  return <div className="grid gap-3 pb-4 tablet:grid-cols-2 wide:grid-cols-4">{children}</div>
}

export interface SearchFieldProps {
  label: string
  value: string
  onSearch: (text: string) => void
  /** Beyond the icon: a plain filter. */
  plain?: boolean
}

/** A text to look for; it is looked for when typing rests. */
export function SearchField({ label, value, onSearch, plain = false }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [from, setFrom] = useState(value)
  // The way back, or a link, brings another value than what was typed.
  if (from !== value) {
    setFrom(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onSearch(typed), settleMs)
    return () => clearTimeout(timer)
  }, [typed, value, onSearch])
  return (
    <Field label={label}>
      {(control) => (
        <div className={boxClass}>
          {!plain && <Search size={18} strokeWidth={1.5} className="ml-3.5 shrink-0 text-quiet" aria-hidden="true" />}
          <input
            {...control}
            type="search"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className={inputClass}
          />
        </div>
      )}
    </Field>
  )
}
