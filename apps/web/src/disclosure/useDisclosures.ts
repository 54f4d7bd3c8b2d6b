import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import { disclosureAccept, disclosures, type Disclosure } from '@truemark/protocol/routes/disclosure'
import { useEffect } from 'react'
import { call } from '../data/api.ts'
import { useOwnKey, useSession } from '../data/session.ts'

const useKey = () => [...useOwnKey('disclosures'), useSession((state) => state.locale)] as const

/** The risks of each product and what of them was understood; asked for on a real account alone. */
export function useDisclosures() {
  const isReal = useSession((state) => state.mode === 'real')
  return useQuery({
    queryKey: useKey(),
    queryFn: () => call(disclosures, {}),
    enabled: isReal,
    staleTime: Infinity,
  })
}

/** Looks again once an order was refused for risks that nobody here knew to be due: their version is another by now. */
export function useDueWhenRefused(): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        const { error } = event.action
        if (error instanceof ApiError && (error.reason === 'disclosure_due' || error.reason === 'disclosure_changed')) {
          void queries.invalidateQueries({ queryKey: ['disclosures'] })
        }
      }),
    [queries],
  )
}

/** Says that the risks were understood as they are shown. */
export function useAccept() {
  const queries = useQueryClient()
  const key = useKey()
  return useMutation({
    mutationFn: ({ product, version, digest }: Disclosure) =>
      call(disclosureAccept, { params: { product }, body: { version, digest } }),
    onSuccess(accepted) {
      queries.setQueryData(key, (before: readonly Disclosure[] | undefined) =>
        before?.map((one) => (one.product === accepted.product ? accepted : one)),
      )
    },
  })
}
