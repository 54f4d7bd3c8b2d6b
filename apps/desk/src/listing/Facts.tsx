import type { ReactNode } from 'react'

export interface Fact {
  readonly name: string
  readonly value: ReactNode
}

/** What is known of one thing: names and values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-3 tablet:grid-cols-2 wide:grid-cols-4">
      {facts.map((fact) => (
        <div key={fact.name} className="flex min-w-0 flex-col gap-0.5">
          <dt className="text-12 text-quiet">{fact.name}</dt>
          <dd className="text-14 break-words">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
