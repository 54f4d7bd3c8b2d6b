import { ApiError } from '@truemark/protocol/calling'

/** A request as react-query knows it: what was sent last, and why that failed. */
export interface Sending<Sent> {
  readonly isPending: boolean
  readonly error: unknown
  readonly variables: Sent | undefined
}

/**
 * What was sent and has no answer yet, or got none, which is to be sent once more as it was: made anew it could be another, and happen
 * beside the first. Null where nothing was sent, or an answer came.
 */
export function withoutAnswer<Sent>({ isPending, error, variables }: Sending<Sent>): Sent | null {
  const isLost = error instanceof ApiError && (error.reason === 'network' || error.reason === 'outcome_unknown')
  return isPending || isLost ? (variables ?? null) : null
}
