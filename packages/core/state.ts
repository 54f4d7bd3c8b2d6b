import { capabilities, type Capabilities } from './capabilities.ts'
import { createVenue, type Venue } from './book/venue.ts'
import { Keys } from './keys.ts'
import type { KeySecret } from './keyTable.ts'
import { Watch } from './liquidation/watch.ts'
import { Heard } from './market/heard.ts'
import type { SpotEvent } from './spot/event.ts'

type Parts = {
  readonly [
    K in keyof Capabilities as Capabilities[K] extends { create(): object } ? K : never
  ]: Capabilities[K] extends { create(): infer Own } ? Own : never
}

/** All that the engine knows. Durable but for the venue's marks and ladders, which the market blows in. */
export interface State extends Parts {
  readonly venue: Venue
  /** Ambient: what the marks can fire. */
  watch: Watch
  /** Ambient: what of the market stands in no row. */
  readonly heard: Heard
  readonly keys: Keys
  /** Ambient: the facts of the spot order that was placed last, for the key that may follow them. */
  placing: readonly SpotEvent[]
  /** The engine's time of the last command or event, UTC milliseconds; it never goes back. */
  time: number
}

function createParts(): Parts {
  const made = Object.entries(capabilities).map(([name, one]) => [name, 'create' in one ? one.create() : null])
  return Object.fromEntries(made) as Parts
}

/** The state before the first event. `secret` is what keys are scattered in memory by; nothing that is told depends on it. */
export function createState(secret?: KeySecret): State {
  const venue = createVenue()
  const state = {
    ...createParts(),
    venue,
    watch: new Watch(),
    heard: new Heard(),
    keys: new Keys(secret),
    placing: [],
    time: 0,
  }
  for (const one of Object.values(capabilities)) {
    if ('openOrders' in one) venue.openOrders.push((holder) => one.openOrders?.(state, holder) ?? 0)
  }
  return state
}
