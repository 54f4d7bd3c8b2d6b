import { Digest } from './Block.tsx'

export interface FigureRow {
  readonly key: string
  readonly label: string
  readonly value: string
}

/** What is longer stands below its name, from the left: an address, a signature, a line that was signed. */
const besideMax = 30

/** Figures of terms, each beside its name, or below it where it is long. */
export function FigureRows({ rows, className = '' }: { rows: readonly FigureRow[]; className?: string }) {
  return (
    <dl className={`flex flex-col gap-1 text-14 ${className}`}>
      {rows.map(({ key, label, value }) => {
        const below = value.length > besideMax
        return (
          <div key={key} className={below ? 'flex flex-col' : 'flex flex-wrap justify-between gap-x-6'}>
            <dt className="min-w-0 text-secondary">{label}</dt>
            {below ? (
              <dd className="min-w-0">
                {/\s/.test(value) ? <span className="figures wrap-anywhere">{value}</span> : <Digest hex={value} />}
              </dd>
            ) : (
              <dd className="figures ml-auto min-w-0 text-right break-words">{value}</dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}
