import { faultOf, mayTakeRisk } from '../book/checks.ts'
import type { Venue } from '../book/venue.ts'
import type { Step } from '../derivative/match.ts'
import { ordersOf } from '../derivative/orders.ts'
import type { DerivativeState, PerpetualSetting } from '../derivative/state.ts'
import type { Derivative } from '../derivative/terms.ts'
import type { HolderId } from '../ledger/holders.ts'
import { bracketOf } from '../margin/brackets.ts'
import { accepted, rejected, type Result } from '../result/result.ts'
import type { LeverageCommandOf } from './command.ts'

const multipleFirst = 10

/** How a holder trades a listing: as it was set, else cross at ten times or the nearest multiple below that is offered. */
export function settingOf(state: DerivativeState, holder: HolderId, derivative: Derivative): PerpetualSetting {
  const set = state.accounts.get(holder)?.settings.get(derivative.listing)
  if (set) return set
  const multiple = derivative.multiples.filter((offered) => offered <= multipleFirst).at(-1) ?? derivative.multiples[0]
  return { mode: 'cross', multiple }
}

/** Whether a listing is flat and without open perpetual orders, so that its setting may change. */
export function changeable(state: DerivativeState, holder: HolderId, listing: number): boolean {
  const flat = !state.accounts.get(holder)?.perpetual.has(listing)
  return flat && ordersOf(state, holder, 'perpetual', listing).length === 0
}

/** Decides the mode and multiple of a symbol. */
export function setPerpetual(
  state: DerivativeState,
  venue: Venue,
  command: LeverageCommandOf<'setPerpetual'>,
): Result<readonly Step[]> {
  const { holder, mode, multiple } = command
  const may = mayTakeRisk(venue, holder, 'perpetual')
  if (!may.ok) return may
  const listing = venue.listingByCode.get(command.symbol)
  const derivative = listing === undefined ? undefined : state.terms[listing]
  if (!derivative?.perpetualOn) return rejected('symbol_unknown')
  const fault = faultOf(command.fault)
  if (fault) return rejected(fault)
  const most = bracketOf(derivative.brackets, 0n).multipleMax
  if (!derivative.multiples.includes(multiple) || multiple > most) {
    return rejected('multiple_invalid', { max: `${most}` })
  }
  if (!changeable(state, holder, derivative.listing)) return rejected('open_orders_remain')
  const event = { type: 'perpetualSet', holder, listing: derivative.listing, mode, multiple } as const
  return accepted([[event]])
}
