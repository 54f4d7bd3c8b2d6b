import type { Executed, Machine } from '../machine.ts'

/**
 * The smallest ledger that can go wrong: numbered accounts, transfers that must not overdraw, and keys that make
 * a transfer happen once. It exists to try the engine apart from the exchange.
 */
export type TallyCommand =
  | { readonly type: 'issue'; readonly account: number; readonly amount: number }
  | {
      readonly type: 'move'
      readonly key: string
      readonly from: number
      readonly to: number
      readonly amount: number
    }
  | { readonly type: 'sense'; readonly price: number }
  | { readonly type: 'fail' }

export type TallyEvent =
  | { readonly type: 'issued'; readonly account: number; readonly amount: number }
  | {
      readonly type: 'moved'
      readonly key: string
      readonly from: number
      readonly to: number
      readonly amount: number
    }

export interface TallyState {
  readonly time: number
  readonly balances: readonly (readonly [number, number])[]
  readonly keys: readonly string[]
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A value as the bytes in which the tally machine speaks. */
export function toBytes(value: TallyCommand | readonly TallyEvent[] | TallyState | string | number): Uint8Array {
  return encoder.encode(JSON.stringify(value))
}

/** The value in such bytes. */
export function fromBytes<T>(bytes: Uint8Array): T {
  const value: T = JSON.parse(decoder.decode(bytes))
  return value
}

class TallyMachine implements Machine {
  readonly #balances = new Map<number, number>()
  readonly #keys = new Set<string>()
  #time = 0

  constructor(state: TallyState | null) {
    if (state === null) return
    this.#time = state.time
    for (const [account, balance] of state.balances) this.#balances.set(account, balance)
    for (const key of state.keys) this.#keys.add(key)
  }

  execute(bytes: Uint8Array, now: number): Executed {
    const command = fromBytes<TallyCommand>(bytes)
    const answer = toBytes('done')
    if (command.type === 'fail') {
      this.#balances.set(0, -1)
      throw new Error('told to fail')
    }
    if (command.type === 'sense') return { kind: 'accepted', events: new Uint8Array(0), answer }
    if (command.type === 'move') {
      if (this.#keys.has(command.key)) return { kind: 'rejected', rejection: toBytes('known') }
      if ((this.#balances.get(command.from) ?? 0) < command.amount)
        return { kind: 'rejected', rejection: toBytes('short') }
    }
    const event: TallyEvent = command.type === 'issue' ? { ...command, type: 'issued' } : { ...command, type: 'moved' }
    const events = toBytes([event])
    this.evolve(events, now)
    return { kind: 'accepted', events, answer }
  }

  evolve(bytes: Uint8Array, now: number): void {
    this.#time = now
    for (const event of fromBytes<TallyEvent[]>(bytes)) {
      if (event.type === 'issued') this.#add(event.account, event.amount)
      else {
        this.#keys.add(event.key)
        this.#add(event.from, -event.amount)
        this.#add(event.to, event.amount)
      }
    }
  }

  /** A query is an account's number as JSON; the answer its balance. */
  query(bytes: Uint8Array): Uint8Array {
    const account = fromBytes<number>(bytes)
    if (typeof account !== 'number') throw new Error('not an account')
    return toBytes(this.#balances.get(account) ?? 0)
  }

  encodeState(): Uint8Array {
    const balances = [...this.#balances].toSorted(([a], [b]) => a - b)
    return toBytes({ time: this.#time, balances, keys: [...this.#keys].toSorted() })
  }

  #add(account: number, amount: number): void {
    this.#balances.set(account, (this.#balances.get(account) ?? 0) + amount)
  }
}

/** Makes a tally machine; see `MachineMaker`. */
export function makeTally(state: Uint8Array | null): Machine {
  return new TallyMachine(state === null ? null : fromBytes<TallyState>(state))
}
