import { joined } from '@truemark/ui/primitives/joined'
import { useSearch } from '../parts/router/useRouter.ts'

/** The record that the page's address means (`?id=`); '' where it means none. */
export function useMeantRecord(): string {
  return useSearch()['id'] ?? ''
}

/** The card of a record; the one that is meant is ringed. */
export function recordCardClass(meant: boolean, gap = 'gap-3'): string {
  return joined('flex flex-col rounded-card bg-surface p-4', gap, meant && 'shadow-[inset_0_0_0_1.5px_var(--primary)]')
}
