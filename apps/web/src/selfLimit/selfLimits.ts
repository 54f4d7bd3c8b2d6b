import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@truemark/protocol/calling'
import {
  ownLimits,
  ownLimitSet,
  riskPause,
  type OwnLimit,
  type PauseLength,
  type SelfLimitsAnswer,
} from '@truemark/protocol/routes/selfLimit'
import { call } from '../data/api.ts'
import { useOwnKey, useSession, userOf } from '../data/session.ts'
import { type Proof, proven } from '../wallet/door.ts'

/** One of the limits as it is told. */
export type OwnLimitAnswer = SelfLimitsAnswer['limits'][number]

const useKey = () => useOwnKey('selfLimits')

/** The caller's own pause and limits. */
export function useSelfLimits() {
  // the screen is still there for a moment when its session has ended
  const signedIn = useSession((state) => userOf(state) !== null)
  return useQuery({ queryKey: useKey(), queryFn: () => call(ownLimits, {}), enabled: signedIn })
}

/** What follows a change, and what its refusal. */
export interface Kept {
  onKept: () => void
  onRefused: (failure: unknown) => void
}

/** Changes what a query of `key` holds: the answer takes its place. */
export function useChange<Input, Answer>(
  key: readonly unknown[],
  change: (input: Input) => Promise<Answer>,
  { onKept, onRefused }: Kept,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess(answer) {
      queries.setQueryData(key, answer)
      onKept()
    },
    async onError(failure) {
      onRefused(failure)
      // an answer that was lost may have been a yes
      if (failure instanceof ApiError) await queries.invalidateQueries({ queryKey: key })
    },
  })
}

/** Sets a limit; null takes it away. */
export function useSetLimit(told: Kept) {
  return useChange(useKey(), (body: { limit: OwnLimit; amount: string | null }) => call(ownLimitSet, { body }), told)
}

/** A pause that is asked for: for how long, and who asks where that has to be proven. */
export interface PauseAsked {
  readonly length: PauseLength
  readonly proof?: Proof
}

/** Pauses new risk. */
export function usePause(told: Kept) {
  return useChange(
    useKey(),
    async ({ length, proof }: PauseAsked) =>
      call(riskPause, { body: proof === undefined ? { length } : { length, proof: await proven(proof) } }),
    told,
  )
}
