import type { PerpetualAccountView } from '@truemark/core/derivative/view'
import type { BracketTerms } from '@truemark/core/margin/brackets'
import { formatDecimal } from '@truemark/core/money/decimal'
import { rateScale } from '@truemark/core/money/units'
import type { PerpetualAccount } from '@truemark/protocol/routes/perpetual'
import { usdtText } from '../account/door.ts'
import { bracketsShape, type DerivativePorts } from '../derivative/door.ts'

/** An open position with brackets that are not those in force. */
export interface Kept {
  readonly position: number
  readonly listing: number
  readonly brackets: readonly BracketTerms[]
}

/** The cross account as its owner sees it; `seq` is the last own change that it contains. */
export function accountShape(
  ports: DerivativePorts,
  view: PerpetualAccountView,
  kept: readonly Kept[],
  seq: number,
): PerpetualAccount {
  const { catalogue } = ports
  const usdt = (units: bigint): string => usdtText(catalogue, units)
  return {
    currency: catalogue.currency(0).code,
    margin: usdt(view.margin),
    margin_held: usdt(view.held),
    profit: usdt(view.profit),
    net_value: usdt(view.net),
    balance: usdt(view.balance),
    available: usdt(view.available),
    free: usdt(view.free),
    usable: usdt(view.usable),
    margin_level: view.levelRate === null ? null : formatDecimal(view.levelRate, rateScale),
    maintenance_margin: usdt(view.maintenance),
    margin_orders: usdt(view.heldByOrders),
    margin_isolated: usdt(view.heldIsolated),
    stale: view.stale,
    settings: view.settings.map(({ listing, mode, multiple, changeable }) => ({
      symbol: catalogue.listing(listing).code,
      mode,
      multiple,
      changeable,
    })),
    kept_brackets: kept.map(({ position, listing, brackets }) => ({
      position_id: ports.ids.write('derivative', position),
      symbol: catalogue.listing(listing).code,
      brackets: bracketsShape(catalogue, brackets),
    })),
    seq,
    simulated: ports.simulated(),
    time: ports.now(),
  }
}
