import { buttonClass } from '@truemark/ui/primitives/Button'
import type { LucideIcon } from 'lucide-react'

export interface RowButtonProps {
  icon: LucideIcon
  label: string
  /** What the row is about, for those who hear only the button. */
  of: string
  onPress: () => void
}

/** A deed of one row: an icon in a table, with its words on a card and where there is room. */
export function RowButton({ icon: Icon, label, of, onPress }: RowButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={`${label}: ${of}`}
      onClick={onPress}
      className={`${buttonClass('secondary', true)} max-wide:flex-1 wide:bg-transparent wide:px-3 wide:font-medium wide:shadow-none`}
    >
      <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
      <span className="whitespace-nowrap wide:max-[96rem]:hidden">{label}</span>
    </button>
  )
}
