import type { Act } from '../gains/acts.ts'
import type { Match } from '../gains/gains.ts'

/** One unit of a coin: the whole that it is a part of, and its place in it. */
interface Unit {
  readonly order: number
  readonly place: number
  readonly of: number
  readonly cost: bigint | null
  readonly time: number | null
  readonly origin: Match['origin']
}

const part = (whole: bigint, place: number, of: number): bigint =>
  (whole * BigInt(place + 1)) / BigInt(of) - (whole * BigInt(place)) / BigInt(of)

/**
 * What `Gains` does, unit by unit: each unit of each coin is a thing of its own in one list, the units of a disposal leave
 * it one after the other, and what is told is one match a unit.
 */
export function naiveGains(acts: readonly Act[], worth: (currency: number, amount: bigint) => bigint | null): Match[] {
  let orders = 0
  const stock = new Map<number, Unit[]>()
  const placed = new Map<string, { currency: number; amount: bigint; units: Unit[] }>()
  const matches: Match[] = []
  const unitsOf = (currency: number): Unit[] => stock.get(currency) ?? stock.set(currency, []).get(currency) ?? []
  const acquire = (currency: number, amount: bigint, cost: bigint | null, time: number, origin: Match['origin']) => {
    if (currency === 0) return
    const order = orders++
    for (let place = 0; place < Number(amount); place += 1)
      unitsOf(currency).push({ order, place, of: Number(amount), cost, time, origin })
  }
  const out = (currency: number, amount: bigint): Unit[] => {
    if (currency === 0) return []
    const taken = unitsOf(currency).splice(0, Number(amount))
    const lacks = Number(amount) - taken.length
    if (lacks === 0) return taken
    const order = orders++
    const missing = { order, of: lacks, cost: null, time: null, origin: 'missing' as const }
    return [...taken, ...Array.from({ length: lacks }, (_, place) => ({ ...missing, place }))]
  }
  const dispose = (currency: number, units: readonly Unit[], value: bigint | null, { time, ref }: Act) => {
    for (const [nth, unit] of units.entries()) {
      const proceeds = value === null ? null : part(value, nth, units.length)
      const cost = unit.cost === null ? null : part(unit.cost, unit.place, unit.of)
      const gain = proceeds === null || cost === null ? null : proceeds - cost
      const { origin } = unit
      matches.push({ currency, amount: 1n, origin, acquired: unit.time, disposed: time, proceeds, cost, gain, ref })
    }
  }
  const pay = (act: Act & { readonly sum: { currency: number; amount: bigint } }) => {
    const { currency, amount } = act.sum
    const was = placed.get(act.ref)
    placed.delete(act.ref)
    if (was === undefined) return acquire(currency, amount, worth(currency, amount), act.time, 'earned')
    if (was.currency !== currency) {
      const value = was.currency === 0 ? was.amount : currency === 0 ? amount : worth(currency, amount)
      dispose(was.currency, was.units, value, act)
      return acquire(currency, amount, value, act.time, 'bought')
    }
    const lost = was.amount > amount ? Number(was.amount - amount) : 0
    dispose(currency, was.units.splice(0, currency === 0 ? 0 : lost), 0n, act)
    const all = [...unitsOf(currency), ...was.units].sort((a, b) => a.order - b.order || a.place - b.place)
    stock.set(currency, all)
    if (amount > was.amount)
      acquire(currency, amount - was.amount, worth(currency, amount - was.amount), act.time, 'earned')
  }
  for (const act of acts) {
    if (act.kind === 'traded') {
      const { given, received, time } = act
      const value =
        given?.currency === 0
          ? given.amount
          : received === null
            ? 0n
            : received.currency === 0
              ? received.amount
              : (worth(received.currency, received.amount) ?? (given && worth(given.currency, given.amount)))
      if (given !== null) dispose(given.currency, out(given.currency, given.amount), value, act)
      if (received !== null) acquire(received.currency, received.amount, value, time, 'bought')
      continue
    }
    const { currency, amount } = act.sum
    if (act.kind === 'earned') acquire(currency, amount, worth(currency, amount), act.time, 'earned')
    else if (act.kind === 'brought') acquire(currency, amount, null, act.time, 'brought')
    else if (act.kind === 'taken') out(currency, amount)
    else if (act.kind === 'lost') dispose(currency, out(currency, amount), 0n, act)
    else if (act.kind === 'placed') {
      const before = placed.get(act.ref) ?? { currency, amount: 0n, units: [] }
      placed.set(act.ref, {
        currency,
        amount: before.amount + amount,
        units: [...before.units, ...out(currency, amount)],
      })
    } else pay(act)
  }
  return matches
}
