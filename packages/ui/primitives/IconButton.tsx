import type { ComponentProps } from 'react'
import { joined } from './joined.tsx'

export interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, for those who can't see the icon. */
  label: string
}

/** A button of one icon, 44 px each way. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={joined(
        'feedback inline-grid size-11 shrink-0 place-items-center rounded-control text-secondary hover:bg-raised hover:text-text active:scale-95 disabled:opacity-45',
        className,
      )}
    />
  )
}
