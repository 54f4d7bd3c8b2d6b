import { useQuery } from '@tanstack/react-query'
import { type AnyEvidence, evidenceReckoning } from '@truemark/protocol/routes/evidence'
import { useStore } from 'zustand'
import { call } from '../data/api.ts'
import { session, tokenOf } from '../data/session.ts'

/** What a liquidation was decided by, where it is one's own: to anybody else it is not told. */
export function useReckoning(id: string, found: AnyEvidence | undefined): string | null {
  const token = useStore(session, tokenOf)
  const asked = token !== null && found?.kind === 'liquidation' && found.reckoning_digest !== undefined
  const query = useQuery({
    queryKey: ['transparency', 'evidence', id, 'reckoning', token],
    queryFn: () => call(evidenceReckoning, { params: { id } }),
    enabled: asked,
    retry: false,
    staleTime: Infinity,
  })
  return query.data?.reckoning ?? null
}
