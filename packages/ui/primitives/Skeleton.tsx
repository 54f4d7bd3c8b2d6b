import { joined } from './joined.tsx'

/** The place of what is still to come; give it the final size by class. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={joined('block rounded-chip bg-raised', className)}
      style={{ animation: 'breathe 1.6s ease-in-out infinite' }}
    />
  )
}

/** Rows of a list to come. `label` says so to those who can't see them. */
export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <output aria-label={label} className="flex flex-col">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex min-h-14 items-center gap-3 px-4 py-2.5">
          <Skeleton className="size-9 rounded-full" />
          <div className="flex flex-1 flex-col gap-1.5">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-3 w-16" />
          </div>
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </output>
  )
}
