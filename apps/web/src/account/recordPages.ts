import type { Record as LedgerRecord } from '@truemark/protocol/routes/account'
import type { InfiniteData } from '@tanstack/react-query'

/** One page of lines, newest first; `cursor` leads to the next and is null on the last. */
export interface RecordPage {
  readonly items: readonly LedgerRecord[]
  readonly cursor: string | null
}

export type RecordPages = InfiniteData<RecordPage, string>

/**
 * The pages so far with the lines that have come since in front; lines never change. Where more have come than `newest`
 * holds, there would be a gap: what is known is dropped, and `newest` is the first page of a new beginning.
 */
export function withNewest(known: RecordPages, newest: RecordPage): RecordPages {
  const [first, ...rest] = known.pages
  const last = first?.items[0]
  const met = newest.items.findIndex(({ id }) => id === last?.id)
  if (first === undefined || met === -1) return { pages: [newest], pageParams: [''] }
  if (met === 0) return known
  return { ...known, pages: [{ ...first, items: [...newest.items.slice(0, met), ...first.items] }, ...rest] }
}
