import type { ReactNode } from 'react'

export interface Fact {
  readonly name: string
  readonly value: ReactNode
}

/** What is known of one thing: names and values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-2 tablet:gap-y-3 tablet:grid-cols-2 wide:grid-cols-4">
      {facts.map((fact) => (
        <div
          key={fact.name}
          className="flex min-w-0 items-baseline justify-between gap-x-4 gap-y-0.5 tablet:flex-col tablet:justify-start"
        >
          <dt className="text-12 text-quiet">{fact.name}</dt>
          <dd className="min-w-0 text-right text-14 break-words tablet:text-left">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
