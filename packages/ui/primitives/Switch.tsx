import { joined } from './joined.tsx'

export interface SwitchProps {
  label: string
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
}

/** On or off, at once; 44 px to touch. */
export function Switch({ label, checked, onCheckedChange, disabled }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onCheckedChange(!checked)}
      className="grid h-11 w-14 shrink-0 place-items-center rounded-control disabled:opacity-45"
    >
      <span
        className={joined(
          'feedback flex h-7 w-12 items-center rounded-full p-0.5',
          checked ? 'bg-primary' : 'bg-raised hairline',
        )}
      >
        <span
          className={joined('feedback size-6 rounded-full', checked ? 'translate-x-5 bg-on-primary' : 'bg-quiet')}
        />
      </span>
    </button>
  )
}
