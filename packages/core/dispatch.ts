import type { Answer, Reply } from './answer.ts'
import { capabilities, type Each } from './capabilities.ts'
import type { Decides, Evolves, Hearing, Keeps, May, Replies, Starts, WordOf, Words } from './capability/capability.ts'
import { accepted } from './result/result.ts'
import type { State } from './state.ts'

type OwnWord<K extends keyof Words> = Each extends infer One ? (One extends Words ? WordOf<One, K> : never) : never
/** The commands, facts and questions of single capabilities. */
export type OwnCommand = OwnWord<'commands'>
export type OwnEvent = OwnWord<'events'>
export type OwnQuery = OwnWord<'queries'>

/** A capability as the dispatch has it: of the whole state, and told only of what is its own. */
interface Any
  extends
    Words,
    May<State, OwnCommand, OwnEvent, Answer>,
    Partial<Decides<State, OwnCommand, OwnEvent>>,
    Partial<Starts<State, OwnCommand, OwnEvent>>,
    Partial<Evolves<State, OwnEvent>>,
    Partial<Replies<State, OwnQuery, Reply>>,
    Partial<Keeps<State, unknown>> {}

/** All capabilities, in their order. */
export const all: readonly Any[] = Object.values(capabilities)

// what answers for each word of a kind, found once; with a word that nobody answers for nothing begins
function table<T>(kind: keyof Words, of: (one: Any, type: string) => T | undefined) {
  const found = new Map<string, T>()
  for (const one of all) {
    for (const type of Object.keys(one[kind] ?? {})) {
      const does = of(one, type)
      if (does === undefined) throw new TypeError(`nobody answers for ${type}`)
      found.set(type, does)
    }
  }
  return ({ type }: { readonly type: string }): T => {
    const does = found.get(type)
    if (does === undefined) throw new TypeError(`nobody answers for ${type}`)
    return does
  }
}

export const startOf = table(
  'commands',
  ({ start, decide }): Starts<State, OwnCommand, OwnEvent>['start'] | undefined => {
    if (!decide) return start
    return (state, command, now) => {
      const decided = decide(state, command, now)
      return decided.ok ? accepted([decided.value]) : decided
    }
  },
)

/** What a fact is to the capability whose it is, and to those that hear of it. */
export const factOf = table('events', (one, type) => {
  const { evolve } = one
  const hear = (when: 'before' | 'after'): readonly Hearing<State>[] => all.flatMap((each) => each[when]?.[type] ?? [])
  return evolve && { one, evolve, before: hear('before'), after: hear('after') }
})
export const queryOf = table('queries', ({ query }) => query)
export const capabilityOf = table('commands', (one) => one)
