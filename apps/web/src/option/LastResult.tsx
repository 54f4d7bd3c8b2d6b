import { useStore } from 'zustand'
import { accountStore } from '../data/account.ts'
import { OptionRow } from './OptionRow.tsx'

/** How the option that ended last in this market came out, for as long as nothing newer is open. */
export function LastResult({ symbol }: { symbol: string }) {
  const change = useStore(accountStore, (state) =>
    state.orderChanges.find(({ game, option }) => game === 'option' && option?.symbol === symbol),
  )
  const option = change?.option
  if (!option || option.status === 'open') return null
  return (
    <output className="@container block bg-surface">
      <ul>
        <OptionRow option={option} />
      </ul>
    </output>
  )
}
