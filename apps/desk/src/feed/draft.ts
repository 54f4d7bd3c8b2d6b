import type { DeskFeed, FeedKind, LiveSource, deskFeedChange } from '@truemark/protocol/routes/deskFeed'
import type { BodyOf } from '@truemark/protocol/routes/route'

/** Where prices come from, as the form holds it. */
export interface FeedDraft {
  readonly kind: FeedKind
  readonly sources: Readonly<Record<string, readonly LiveSource[]>>
}

export function draftOf(feed: DeskFeed): FeedDraft {
  return { kind: feed.kind, sources: Object.fromEntries(feed.symbols.map(({ symbol, sources }) => [symbol, sources])) }
}

/** The kinds that can be chosen: a replay needs its file, and a configuration that fixes the kind leaves no other. */
export function kindsOf({ fixed, replay }: DeskFeed): FeedKind[] {
  if (fixed !== null) return ['auto', fixed]
  return replay ? ['auto', 'live', 'replay', 'simulated'] : ['auto', 'live', 'simulated']
}

/** Takes a venue into a symbol's index, or out of it. */
export function toggled(draft: FeedDraft, symbol: string, source: LiveSource): FeedDraft {
  const before = draft.sources[symbol] ?? []
  const after = before.includes(source) ? before.filter((one) => one !== source) : [...before, source].toSorted()
  return { ...draft, sources: { ...draft.sources, [symbol]: after } }
}

/** The symbols that no venue is left for. */
export function faultsOf({ sources }: FeedDraft): string[] {
  return Object.entries(sources).flatMap(([symbol, chosen]) => (chosen.length === 0 ? [symbol] : []))
}

/** The symbols whose venues a draft changes, with what they were and would be. */
export function changedSources(feed: DeskFeed, { sources }: FeedDraft) {
  return feed.symbols.flatMap(({ symbol, sources: before }) => {
    const after = sources[symbol] ?? []
    const same = before.toSorted().join() === after.toSorted().join()
    return same ? [] : [{ symbol, from: before.join(', '), to: after.join(', ') }]
  })
}

export type FeedConsequence = 'restart' | 'demo' | 'kind' | 'fewForReal' | 'halts'

const realMin = 3
const tradeMin = 2

/** What follows from a draft, in the order in which it is told. */
export function consequencesOf(feed: DeskFeed, draft: FeedDraft): FeedConsequence[] {
  const found: FeedConsequence[] = []
  const sources = changedSources(feed, draft)
  const kind = draft.kind === feed.kind ? null : draft.kind
  if (kind !== null || sources.length > 0) found.push('restart')
  if (kind === 'replay' || kind === 'simulated') found.push('demo')
  if (kind !== null && kind !== 'auto' && kind !== feed.running) found.push('kind')
  const fewest = Math.min(...sources.map(({ symbol }) => draft.sources[symbol]?.length ?? 0))
  if (fewest < realMin) found.push('fewForReal')
  if (fewest < tradeMin) found.push('halts')
  return found
}

/** The call's body for a draft without faults. */
export function bodyOf({ kind, sources }: FeedDraft, reason: string): BodyOf<typeof deskFeedChange> {
  return { kind, symbols: Object.entries(sources).map(([symbol, own]) => ({ symbol, sources: [...own] })), reason }
}
