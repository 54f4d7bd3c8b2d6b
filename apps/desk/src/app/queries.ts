import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'

const retriesMax = 2

/** What the desk has asked for, and its texts. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, failure) =>
        failures < retriesMax && failure instanceof ApiError && failure.reason === 'network',
    },
  },
})
