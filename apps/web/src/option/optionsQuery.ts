import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  optionExits,
  optionOrderOne,
  optionOrders,
  optionTerms,
  type OptionTermsView,
  type OptionType,
} from '@truemark/protocol/routes/option'
import { useOpenOptions } from '../data/account.ts'
import { call } from '../data/api.ts'
import { useOrderNews } from '../data/orderNews.ts'
import { usePages } from '../data/usePages.ts'

/** Under which all lists of finished options are kept. */
const optionsKey = ['option', 'orders'] as const
const termsStaleMs = 60_000

/** The terms of options in a market; undefined while they are fetched, null where it has none. */
export function useOptionTerms(symbol: string): OptionTermsView | null | undefined {
  const { data } = useQuery({
    queryKey: ['option', 'terms'],
    queryFn: () => call(optionTerms, {}),
    staleTime: termsStaleMs,
  })
  return data === undefined ? undefined : (data.find((each) => each.symbol === symbol) ?? null)
}

export interface OptionFilter {
  readonly symbol?: string | undefined
  readonly type?: OptionType | undefined
  readonly outcome?: 'win' | 'loss' | 'tie' | 'void' | undefined
}

/** The finished options, newest first, page after page; looks again when one of the account's options ends. */
export function useOptionHistory(filter: OptionFilter) {
  const queries = useQueryClient()
  useOrderNews(
    ({ game, type }) => game === 'option' && (type === 'closed' || type === 'expired'),
    () => void queries.invalidateQueries({ queryKey: optionsKey }),
  )
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  return usePages([...optionsKey, 'history', given], (page) =>
    call(optionOrders, { query: { status: 'history', ...given, ...page } }),
  )
}

/** One option as it now stands: live while it is open, fetched when it has ended. */
export function useOption(id: string) {
  const open = useOpenOptions()
  const live = open?.find((each) => each.order_id === id)
  const query = useQuery({
    queryKey: [...optionsKey, 'one', id],
    enabled: open !== null && live === undefined,
    queryFn: () => call(optionOrderOne, { params: { id } }),
  })
  return { ...query, data: live ?? query.data }
}

/** The evidence of an exit, which anyone may see. */
export function useExit(symbol: string, expiration: number) {
  return useQuery({
    queryKey: ['option', 'exit', symbol, expiration],
    queryFn: () => call(optionExits, { params: { symbol }, query: { expiration: String(expiration) } }),
  })
}
