import type { Outcome } from '@truemark/core/outcome'
import type { EverythingRun } from '@truemark/core/testing/everythingRun'
import { LeveragedRun } from '@truemark/core/testing/leveragedRun'
import type { Command, Event } from '@truemark/core/vocabulary'
import type { Fact } from '../engine/door.ts'

/** The facts of what was run so far, each command a row of the journal. */
export function playedFacts({ steps }: EverythingRun): Fact<Event>[] {
  return steps.flatMap(({ now, outcome }, at) => factsOf(outcome, at + 1, now))
}

/** A run of leverage that notes its facts. */
export class NotedRun extends LeveragedRun {
  declare facts: Fact<Event>[] | undefined
  override run(command: Command): Outcome {
    const outcome = super.run(command)
    this.facts ??= []
    this.facts.push(...factsOf(outcome, this.facts.length + 1, this.now))
    return outcome
  }
}

function factsOf(outcome: Outcome | null, seq: number, time: number): Fact<Event>[] {
  return outcome?.ok === true ? outcome.events.map((event, place) => ({ seq, time, place, event })) : []
}

/** The facts in batches, as a projector takes them: whole rows, mostly a few of them. */
export function batchesOf(facts: readonly Fact<Event>[], sizes: readonly number[]): Fact<Event>[][] {
  const batches: Fact<Event>[][] = []
  let at = 0
  for (let turn = 0; at < facts.length; turn += 1) {
    let end = Math.min(facts.length, at + 1 + (sizes[turn % sizes.length] ?? 0))
    while (end < facts.length && facts[end]?.seq === facts[end - 1]?.seq) end += 1
    batches.push(facts.slice(at, end))
    at = end
  }
  return batches
}
