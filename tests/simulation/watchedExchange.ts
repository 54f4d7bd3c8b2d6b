import { exchangeOn } from '../../apps/server/src/engine/exchangeMachine.ts'
import { eventsCodec } from '../../apps/server/src/engine/exchangeMachine.ts'
import type { Executed, Machine } from '../../apps/server/src/engine/machine.ts'
import { answerCodec } from '@truemark/core/answer'
import { decode } from '@truemark/core/codec/codec'
import { decodeState } from '@truemark/core/snapshot'
import { type State, createState } from '@truemark/core/state'
import { type Watched, decides, leftBelow, wrongIn } from '@truemark/core/testing/marginRules'
import { envelopeCodec } from '@truemark/core/vocabulary'
import { HouseLevels } from './houseLevels.ts'

const secret = [1, 2] as const
const both = ['real', 'demo'] as const
const quoteTag = 7

/** Who looks at an engine's exchange. */
export interface Watcher {
  /** Hears of the state that an engine decides on. */
  readonly used: (state: State) => void
  readonly ticks: () => void
  readonly wrong: (error: Error) => void
  /** Whether what is decided is looked at, or only done. */
  readonly isJudged: boolean
}

/** One engine's exchange in memory: the product's own machine, looked at from outside after each tick. */
class WatchedExchange implements Machine, Watched {
  readonly state: State
  readonly ticked = { real: new Set<number>(), demo: new Set<number>() }
  now = 0
  since = 0
  readonly #machine: Machine
  readonly #watcher: Watcher
  readonly #levels = new HouseLevels()

  constructor(bytes: Uint8Array | null, watcher: Watcher) {
    this.state = bytes === null ? createState(secret) : decodeState(bytes, secret)
    this.#machine = exchangeOn(this.state)
    this.#watcher = watcher
  }

  execute(command: Uint8Array, now: number, wall?: number): Executed {
    this.now = now
    this.#watcher.used(this.state)
    if (!this.#watcher.isJudged) return this.#machine.execute(command, now, wall)
    // a tick bears no key, so that its tag comes first
    const isTick = command[0] === 0 && command[1] === quoteTag
    const executed = isTick ? this.#tick(command, now, wall) : this.#machine.execute(command, now, wall)
    if (executed.kind === 'accepted' && executed.events.length > 0) this.#look(executed.events)
    return executed
  }

  #look(events: Uint8Array): void {
    const told = decode(eventsCodec, events)
    const faults = wrongIn(this, told)
    for (const event of told) {
      const isTrade = event.type === 'spotTraded' || event.type === 'derivativeTraded'
      const fault = isTrade ? this.#levels.wrong(event, this.now) : null
      if (fault !== null) faults.push(fault)
    }
    if (faults.length > 0) throw new JudgedWrong(faults.join('; '))
  }

  #tick(bytes: Uint8Array, now: number, wall: number | undefined): Executed {
    const { command } = decode(envelopeCodec, bytes)
    if (command.type !== 'quote') throw new Error(`${command.type} was taken for a tick`)
    const { listing } = command
    this.since ||= now
    if (this.state.venue.marks.peek(listing).indexTenths === 0) for (const realm of both) this.ticked[realm].clear()
    const executed = this.#machine.execute(bytes, now, wall)
    if (executed.kind !== 'accepted') return executed
    this.#levels.placed(command, this.state)
    this.#watcher.ticks()
    for (const realm of both) {
      if (decides(this, realm, listing)) this.ticked[realm].add(listing)
      else this.ticked[realm].delete(listing)
    }
    const answer = decode(answerCodec, executed.answer)
    // what is left to the next tick is not late
    const below = answer.type === 'tick' && answer.more ? [] : leftBelow(this, listing)
    if (below.length > 0) throw new JudgedWrong(below.join('; '))
    return executed
  }

  evolve(events: Uint8Array, now: number): void {
    this.#machine.evolve(events, now)
  }

  query(query: Uint8Array, now: number): Uint8Array {
    return this.#machine.query(query, now)
  }

  encodeState(): Uint8Array {
    return this.#machine.encodeState()
  }
}

/** What may not be was seen within an engine. */
export class JudgedWrong extends Error {}

/** Makes machines that are looked at. */
export function watchedMaker(watcher: Watcher) {
  return (bytes: Uint8Array | null): Machine => {
    const watched = new WatchedExchange(bytes, watcher)
    return {
      execute: (command, now, wall) => {
        try {
          return watched.execute(command, now, wall)
        } catch (error) {
          // the engine would take it for a fault of the machine and go on
          if (error instanceof Error) watcher.wrong(new Error(`${said(command)}: ${error.message}`, { cause: error }))
          throw error
        }
      },
      evolve: (events, now) => watched.evolve(events, now),
      query: (query, now) => watched.query(query, now),
      encodeState: () => watched.encodeState(),
    }
  }
}

function said(bytes: Uint8Array): string {
  return JSON.stringify(decode(envelopeCodec, bytes), (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
}
