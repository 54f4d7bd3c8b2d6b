import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '@truemark/ui/primitives/Button'
import { Card } from '@truemark/ui/primitives/Card'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../data/session.ts'
import { Facts, LoadFailure } from '../table/door.ts'

interface TermsSectionProps<Terms> {
  title: string
  query: UseQueryResult<Terms>
  /** The sheet in which they are changed. */
  sheet: (terms: Terms, onClose: () => void) => ReactNode
  /** How they stand. */
  children: (terms: Terms) => ReactNode
}

/** Terms as they stand, which whoever may write changes in a sheet. */
export function TermsSection<Terms>({ title, query, sheet, children }: TermsSectionProps<Terms>) {
  const t = useTranslations('desk')
  const mayWrite = useMay('desk_wallet_write')
  const [editing, setEditing] = useState(false)
  const { data: terms } = query
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-20 font-semibold">{title}</h2>
        {mayWrite && terms !== undefined && (
          <Button kind="secondary" onClick={() => setEditing(true)}>
            {t('deed.edit')}
          </Button>
        )}
      </div>
      {query.isPending && <Skeleton className="h-48 w-full rounded-card" />}
      {query.isError && terms === undefined && <LoadFailure query={query} />}
      {terms !== undefined && children(terms)}
      {editing && terms !== undefined && sheet(terms, () => setEditing(false))}
    </section>
  )
}

/** Terms by their names, each as the reader writes it. */
export function TermFacts({ facts }: { facts: readonly (readonly [name: string, text: string])[] }) {
  return (
    <Card>
      <Facts facts={facts.map(([name, text]) => ({ name, value: <span className="figures">{text}</span> }))} />
    </Card>
  )
}
