import { createAccountState, type AccountState } from './account/account.ts'
import { createConvertState, type ConvertState } from './convert/convert.ts'
import { createVenue, type Venue } from './book/venue.ts'
import { createDerivativeState, type DerivativeState } from './derivative/state.ts'
import { Heard } from './market/heard.ts'
import { createFundingState, type FundingState } from './funding/state.ts'
import { Keys } from './keys.ts'
import type { KeySecret } from './keyTable.ts'
import { Watch } from './liquidation/watch.ts'
import { createOptionState, openOptionCount, type OptionState } from './option/order.ts'
import type { SpotEvent } from './spot/event.ts'
import { createSpotState, type SpotState } from './spot/state.ts'
import { createWalletState, type WalletState } from './wallet/wallet.ts'
import { createWealthState, type WealthState } from './wealthParts.ts'

/** All that the engine knows. Durable but for the venue's marks and ladders, which the market blows in. */
export interface State {
  readonly venue: Venue
  readonly account: AccountState
  readonly spot: SpotState
  readonly convert: ConvertState
  readonly derivative: DerivativeState
  readonly funding: FundingState
  /** Ambient: what the marks can fire. */
  watch: Watch
  /** Ambient: what of the market stands in no row. */
  readonly heard: Heard
  readonly option: OptionState
  readonly wallet: WalletState
  readonly wealth: WealthState
  readonly keys: Keys
  /** Ambient: the facts of the spot order that was placed last, for the key that may follow them. */
  placing: readonly SpotEvent[]
  /** The engine's time of the last command or event, UTC milliseconds; it never goes back. */
  time: number
}

/** The state before the first event. `secret` is what keys are scattered in memory by; nothing that is told depends on it. */
export function createState(secret?: KeySecret): State {
  const venue = createVenue()
  const spot = createSpotState()
  const derivative = createDerivativeState()
  const option = createOptionState()
  venue.openOrders.push(
    (holder) => spot.orders.count(holder),
    (holder) => derivative.accounts.get(holder)?.orders.size ?? 0,
    (holder) => openOptionCount(option, holder),
  )
  return {
    venue,
    account: createAccountState(),
    spot,
    convert: createConvertState(),
    derivative,
    funding: createFundingState(),
    watch: new Watch(),
    heard: new Heard(),
    option,
    wallet: createWalletState(),
    wealth: createWealthState(),
    keys: new Keys(secret),
    placing: [],
    time: 0,
  }
}
