import { big, bool, holderId, list, oneOf, struct, u53, type Of } from '../codec/codec.ts'
import { priceKinds } from '../book/mark.ts'
import { realms } from '../ledger/holders.ts'
import { exitKeyCodec, type ExitKey } from './event.ts'
import { admit, setExit, type Expiry, type OptionState } from './order.ts'
import { directions, optionTermsCodec, tieRuleCodec } from './terms.ts'
import { termsOfAll } from './view.ts'

const kindCodec = oneOf(priceKinds)
// places are for ever: `waiting` is missing, with a market that has not come back
const exitStates = ['known', 'missing', 'lost', 'waiting'] as const

/** The durable part of options in a snapshot: orders by id, exits in the order in which they were decided. */
export const keptOptionsCodec = struct({
  terms: list(struct({ listing: u53, terms: optionTermsCodec })),
  seen: list(
    struct({
      listing: u53,
      samples: list(struct({ stamp: u53, indexTenths: u53, sources: u53, kind: kindCodec, fresh: bool })),
    }),
  ),
  nextOrder: u53,
  orders: list(
    struct({
      id: u53,
      holder: holderId,
      realm: oneOf(realms),
      listing: u53,
      direction: oneOf(directions),
      stake: big,
      seconds: u53,
      rate: u53,
      gain: big,
      tie: tieRuleCodec,
      acceptedAt: u53,
      entryStamp: u53,
      entryTenths: u53,
      entrySources: u53,
      entryKind: kindCodec,
    }),
  ),
  /** `time` is the sample's stamp, or when the market of a missing one came back, or since when a waiting one is missing. */
  exits: list(struct({ key: exitKeyCodec, state: oneOf(exitStates), time: u53, indexTenths: u53 })),
})
export type KeptOptions = Of<typeof keptOptionsCodec>

function keptExit({ realm, listing, kind, expiry, exit }: Expiry): KeptOptions['exits'][number][] {
  const key = { realm, listing, kind, expiry }
  switch (exit.state) {
    case 'ahead':
      return []
    case 'known':
      return [{ key, state: 'known', time: exit.stamp, indexTenths: exit.indexTenths }]
    case 'missing':
      return exit.recoveredAt > 0
        ? [{ key, state: 'missing', time: exit.recoveredAt, indexTenths: 0 }]
        : [{ key, state: 'waiting', time: exit.since, indexTenths: 0 }]
    case 'lost':
      return [{ key, state: 'lost', time: 0, indexTenths: 0 }]
  }
}

/** What of options is kept. */
export function keepOptions(option: OptionState): KeptOptions {
  return {
    terms: termsOfAll(option),
    seen: [...option.seen].sort(([a], [b]) => a - b).map(([listing, samples]) => ({ listing, samples })),
    nextOrder: option.nextOrder,
    orders: [...option.orders.values()],
    exits: [...option.decided.values(), ...option.missing.values()].flatMap(keptExit),
  }
}

/** Puts what was kept into an empty state. */
export function restoreOptions(option: OptionState, kept: KeptOptions): void {
  for (const { listing, terms } of kept.terms) option.terms.set(listing, terms)
  for (const { listing, samples } of kept.seen) option.seen.set(listing, samples)
  for (const order of kept.orders) admit(option, { ...order, group: null })
  option.nextOrder = kept.nextOrder
  for (const { key, state, time, indexTenths } of kept.exits)
    setExit(option, key, exitOf(key, state, time, indexTenths))
}

function exitOf(
  { expiry }: ExitKey,
  state: (typeof exitStates)[number],
  time: number,
  indexTenths: number,
): Expiry['exit'] {
  switch (state) {
    case 'known':
      return { state, stamp: time, indexTenths }
    case 'missing':
      // one that was kept before `waiting` was told apart has no time of its own
      return { state, since: expiry, recoveredAt: time }
    case 'waiting':
      return { state: 'missing', since: time, recoveredAt: 0 }
    case 'lost':
      return { state }
  }
}
