import { ApiError } from '@truemark/protocol/calling'

/** A list that is empty because a search named an email that is nobody's; any other failure stays one. */
export function emptyForNobody(failure: unknown): { items: []; cursor: null } {
  const reason = failure instanceof ApiError ? failure.reason : null
  if (reason === 'email_not_registered' || reason === 'email_unknown') return { items: [], cursor: null }
  throw failure
}
