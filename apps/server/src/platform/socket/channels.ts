import { textFrame } from './frame.ts'

/** What one channel has to say: since the last round, and last of all. */
export interface ChannelState {
  readonly name: string
  /** Messages since the last round by key; the latest of a key wins. */
  readonly pending: Map<string, string>
  /** The pending messages of the round that is being sent, joined; '' where there are none. */
  due: string
  /** The last message, for those who join later; '' before the first. */
  last: string
  readers: number
}

/** Clients that follow the same channels share their frames. */
export interface Group {
  readonly signature: string
  readonly channels: readonly ChannelState[]
  members: number
  /** This round's messages, joined by commas. */
  due: string
  /** The frame of `due` alone, made when the first member needs it. */
  frame: Buffer | null
}

/** Every client hears this one. */
export const everyone = '*'

/** The channels that were spoken of, and the groups of clients by what they follow. */
export class Channels {
  readonly #states = new Map<string, ChannelState>()
  readonly #groups = new Map<string, Group>()

  /** Keeps a message for the next round. `key` tells apart what must not replace each other. */
  put(name: string, text: string, key: string): void {
    const state = this.#stateOf(name)
    state.last = text
    if (state.readers > 0) state.pending.set(key, text)
  }

  isFollowed(name: string): boolean {
    return (this.#states.get(name)?.readers ?? 0) > 0
  }

  /** The last message of a channel, or ''. */
  last(name: string): string {
    return this.#states.get(name)?.last ?? ''
  }

  /** Enters the group of exactly these channels. */
  join(names: ReadonlySet<string>): Group {
    const sorted = [everyone, ...[...names].toSorted()]
    const signature = sorted.join(' ')
    const group = this.#groups.get(signature) ?? this.#create(signature, sorted)
    group.members += 1
    for (const state of group.channels) state.readers += 1
    return group
  }

  leave(group: Group): void {
    group.members -= 1
    for (const state of group.channels) {
      state.readers -= 1
      if (state.readers === 0) state.pending.clear()
    }
    if (group.members === 0) this.#groups.delete(group.signature)
  }

  /** Fixes what is due in this round, for each group. */
  startRound(): void {
    for (const state of this.#states.values()) {
      state.due = state.pending.size === 0 ? '' : [...state.pending.values()].join(',')
      state.pending.clear()
    }
    for (const group of this.#groups.values()) {
      group.frame = null
      group.due = ''
      for (const { due } of group.channels) {
        if (due !== '') group.due = group.due === '' ? due : `${group.due},${due}`
      }
    }
  }

  #create(signature: string, names: readonly string[]): Group {
    const channels = names.map((name) => this.#stateOf(name))
    const group: Group = { signature, channels, members: 0, due: '', frame: null }
    this.#groups.set(signature, group)
    return group
  }

  #stateOf(name: string): ChannelState {
    const known = this.#states.get(name)
    if (known !== undefined) return known
    const state: ChannelState = { name, pending: new Map(), due: '', last: '', readers: 0 }
    this.#states.set(name, state)
    return state
  }
}

/** The frame that all members of a group without messages of their own get. */
export function frameOf(group: Group): Buffer {
  group.frame ??= textFrame(`[${group.due}]`)
  return group.frame
}
