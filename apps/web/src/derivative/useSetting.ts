import type { PerpetualSetting } from '@truemark/protocol/routes/perpetual'
import { useMemo } from 'react'
import { useDerivatives } from '../data/account.ts'

/** What a market stands at before its owner sets anything. */
const first = { mode: 'cross', multiple: 10, changeable: true } as const

/** How a market's perpetual is margined, live: once something is open there, nothing can be changed. */
export function useSetting(symbol: string): PerpetualSetting {
  const derivatives = useDerivatives()
  return useMemo(() => {
    const kept = derivatives?.account.settings.find((each) => each.symbol === symbol)
    const setting = kept ?? { symbol, ...first }
    const position = derivatives?.positions.find((each) => each.symbol === symbol)
    const open = position !== undefined || derivatives?.orders.some((each) => each.symbol === symbol)
    return {
      symbol,
      mode: position?.mode ?? setting.mode,
      multiple: position?.multiple ?? setting.multiple,
      changeable: setting.changeable && open !== true,
    }
  }, [derivatives, symbol])
}
