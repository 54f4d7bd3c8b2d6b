import type { ReactNode } from 'react'

/** The heads of a small table of figures: the first stands over its rows' names. */
export function TableHead({ heads }: { heads: readonly [string, ...ReactNode[]] }) {
  return (
    <thead className="text-12 text-quiet">
      <tr>
        {heads.map((head, at) => (
          <th
            key={String(at)}
            scope="col"
            className={at === 0 ? 'py-1.5 pr-2 text-left font-normal' : 'py-1.5 pl-2 text-right font-normal'}
          >
            {head}
          </th>
        ))}
      </tr>
    </thead>
  )
}
