import { Badge } from '@truemark/ui/primitives/Badge'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

interface ProofHeadProps {
  title: string
  /** Whose it is, and whether its prices were simulated; left out where that is told elsewhere. */
  of?: { readonly realm: string; readonly simulated: boolean }
  children: ReactNode
}

/** What is proved, and what came of it. */
export function ProofHead({ title, of, children }: ProofHeadProps) {
  const shell = useTranslations('shell.label')
  return (
    <div className="flex flex-col gap-3 rounded-card bg-surface p-4 tablet:p-6">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-20 font-semibold">{title}</h2>
        {of?.realm === 'demo' && <Badge tone="info">{shell('demo')}</Badge>}
        {of?.simulated === true && <Badge tone="info">{shell('simulated')}</Badge>}
      </div>
      {children}
    </div>
  )
}
