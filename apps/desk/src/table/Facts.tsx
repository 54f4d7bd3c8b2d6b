import type { ReactNode } from 'react'

export interface Fact {
  readonly name: string
  readonly value: ReactNode
}

/** What is known of one thing: names and values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    // by its own width: a sheet is narrow on a wide screen
    <div className="@container">
      <dl className="grid gap-x-8 gap-y-2 @sm:grid-cols-2 @sm:gap-y-3 @4xl:grid-cols-4">
        {facts.map((fact) => (
          <div
            key={fact.name}
            className="flex min-w-0 items-baseline justify-between gap-x-4 gap-y-0.5 @sm:flex-col @sm:justify-start"
          >
            <dt className="text-12 text-quiet">{fact.name}</dt>
            <dd className="min-w-0 text-right text-14 break-words @sm:text-left">{fact.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
