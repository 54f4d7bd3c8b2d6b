import { useSearch } from '@tanstack/react-router'
import { joined } from '@truemark/ui/primitives/joined'

/** The record that the page's address means (`?id=`); '' where it means none. */
export function useMeantRecord(): string {
  const search: { id?: unknown } = useSearch({ strict: false })
  return typeof search.id === 'string' ? search.id : ''
}

/** The card of a record; the one that is meant is ringed. */
export function recordCardClass(meant: boolean, gap = 'gap-3'): string {
  return joined('flex flex-col rounded-card bg-surface p-4', gap, meant && 'shadow-[inset_0_0_0_1.5px_var(--primary)]')
}
