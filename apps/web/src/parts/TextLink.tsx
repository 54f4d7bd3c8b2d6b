import { buttonClass } from '@truemark/ui/primitives/Button'
import { joined } from '@truemark/ui/primitives/joined'
import type { ReactNode } from 'react'
import { Link } from './router/Link.tsx'
import type { Target } from './router/place.ts'

interface AppLinkProps {
  to: string
  params?: Target['params']
  search?: Target['search']
  'aria-label'?: string
  className?: string
  children: ReactNode
}

/** A link in words, as high as a finger wants it. */
export function TextLink({ className, ...link }: AppLinkProps) {
  return (
    <Link
      {...link}
      className={joined(
        'inline-flex min-h-11 items-center rounded-control text-14 font-medium text-primary',
        className,
      )}
    />
  )
}

interface LinkButtonProps extends AppLinkProps {
  kind?: 'primary' | 'secondary' | 'quiet'
}

/** A link that looks like a compact button: the one next step. */
export function LinkButton({ kind = 'secondary', className, ...link }: LinkButtonProps) {
  return <Link {...link} className={joined(buttonClass(kind, true), className)} />
}

/** The link at the end of a page's head. */
export function HeadLink({ className, ...link }: AppLinkProps) {
  return <LinkButton {...link} kind="quiet" className={joined('-mr-3 shrink-0 px-3', className)} />
}

interface FieldButtonProps {
  disabled?: boolean
  onPress: () => void
  children: ReactNode
}

/** In a field, after its unit: fills it. */
export function FieldButton({ disabled = false, onPress, children }: FieldButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onPress}
      className="min-h-11 shrink-0 px-3 text-14 font-medium text-primary"
    >
      {children}
    </button>
  )
}
