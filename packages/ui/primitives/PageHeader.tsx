import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'

export interface PageHeaderProps {
  title: ReactNode
  /** Shows the way back. */
  onBack?: () => void
  backLabel?: string
  /** At the end of the line. */
  actions?: ReactNode
}

/** The head of a page: the way back, its name, what can be done. It stays while the page scrolls. */
export function PageHeader({ title, onBack, backLabel = '', actions }: PageHeaderProps) {
  return (
    <header className="sticky top-(--strip,0px) z-20 flex min-h-14 items-center gap-1 bg-background pr-4 pl-2 tablet:pr-6 tablet:pl-4">
      {onBack ? (
        <IconButton label={backLabel} onClick={onBack}>
          <ArrowLeft size={22} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      ) : (
        <span className="w-1 shrink-0" />
      )}
      <h1 className="line-clamp-2 min-w-0 flex-1 text-20 leading-tight font-semibold wrap-anywhere">{title}</h1>
      {actions}
    </header>
  )
}
