import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import type { ComponentProps } from 'react'
import { Loaded } from '../parts/Loaded.tsx'

const text = (
  <span className="flex flex-col gap-3 pt-4">
    <Skeleton className="h-6 w-2/5" />
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-11/12" />
    <Skeleton className="h-4 w-3/5" />
  </span>
)

/** A text that is fetched, or the place of one. */
export function Answer<T>(props: Omit<ComponentProps<typeof Loaded<T>>, 'place'>) {
  return <Loaded {...props} place={text} />
}
