import { parseDecimal } from '@truemark/core/money/decimal'
import type { AccountKind } from '@truemark/protocol/routes/account'
import { useAssets } from '../data/account.ts'
import { useLiveAccount } from '../derivative/door.ts'
import { transferScale, type Stands } from './transferForm.ts'

/** What of USDT stands in each account and can move out of `from`, live; null before it was fetched. */
export function useStands(from: AccountKind): Stands | null {
  const assets = useAssets()
  const live = useLiveAccount()
  if (assets === null || (live === null && from === 'contract')) return null
  const availableIn = (account: AccountKind): bigint =>
    parseDecimal(
      assets.balances.find((each) => each.account === account && each.currency === 'USDT')?.available,
      transferScale,
    ) ?? 0n
  const contract = availableIn('contract')
  return {
    available: { coin: availableIn('coin'), contract, option: availableIn('option') },
    usable: live === null || live.usable > contract ? contract : live.usable,
  }
}
