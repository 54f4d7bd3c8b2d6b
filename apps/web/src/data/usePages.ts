import { useInfiniteQuery } from '@tanstack/react-query'

/** What may be asked of a list beside its pages. */
interface PagesOptions {
  readonly enabled?: boolean
  readonly refetchInterval?: number
  readonly retry?: boolean
  readonly staleTime?: number
  readonly structuralSharing?: boolean
}

/** A list of the server's, page after page: `read` asks for the page that a cursor leads to, and without one for the first. */
export function usePages<Page extends { readonly cursor: string | null }>(
  queryKey: readonly unknown[],
  read: (page: { readonly cursor?: string }) => Promise<Page>,
  options: PagesOptions = {},
) {
  return useInfiniteQuery({
    ...options,
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam }) => read(pageParam === '' ? {} : { cursor: pageParam }),
    getNextPageParam: (last) => last.cursor,
  })
}
