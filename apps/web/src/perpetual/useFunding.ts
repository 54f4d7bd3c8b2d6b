import { useInfiniteQuery } from '@tanstack/react-query'
import { perpetualFunding } from '@truemark/protocol/routes/perpetual'
import { call } from '../data/api.ts'

const pollMs = 60_000

/** A market's funding: the rate so far and the next payment, asked for anew each minute, and past ones page after page. */
export function useFunding(symbol: string) {
  return useInfiniteQuery({
    queryKey: ['perpetual', 'funding', symbol],
    initialPageParam: '',
    refetchInterval: pollMs,
    queryFn: ({ pageParam }) =>
      call(perpetualFunding, { query: { symbol, ...(pageParam === '' ? {} : { cursor: pageParam }) } }),
    getNextPageParam: (page) => page.cursor,
  })
}
