import { fillsPerTickMax } from './book/budget.ts'
import type { Quote } from './book/mark.ts'
import { hasLargeAmount, withoutLargeAmount } from './amounts.ts'
import type { Answer } from './answer.ts'
import type { Due, RiskEnd } from './capability/capability.ts'
import type { HolderId } from './ledger/holders.ts'
import { settleSteps, startReset } from './demo.ts'
import { heldAnew } from './derivative/account.ts'
import { absorbLadders, crossLadders, senseLadders, touchUnheard } from './derivative/tick.ts'
import { all, capabilityOf, factOf, startOf, type OwnCommand, type OwnEvent } from './dispatch.ts'
import { answerTaken, placingWith, takenAnswer, usedBefore } from './keyed.ts'
import { packedKey } from './keyBytes.ts'
import { afterCrossing } from './liquidation/steps.ts'
import { touchedSince } from './liquidation/watch.ts'
import { quoteOf } from './market/quoteOf.ts'
import type { Move } from './ledger/move.ts'
import type { Outcome } from './outcome.ts'
import { rejected, type Result } from './result/result.ts'
import { amendSpotOrder } from './spot/amend.ts'
import { cancelSpotOrder } from './spot/cancel.ts'
import { isSpotOrderCommand, type SpotOrderCommand } from './spot/command.ts'
import { spotCapability } from './spot/capability.ts'
import { placeSpotOrder } from './spot/place.ts'
import { placedOf } from './spot/placed.ts'
import { fireConditionals } from './spot/fire.ts'
import { absorb, crossHouse, sense } from './spot/tick.ts'
import { amendedAnswer, canceledAnswer, placedAnswer } from './spot/view.ts'
import type { State } from './state.ts'
import { keyHolderOf, type Command, type Envelope, type Event } from './vocabulary.ts'

type ResetDemo = Command & { type: 'resetDemo' }

/** Changes the durable state by one fact; the only thing that does. `now` is the time of the fact's batch. */
export function evolve(state: State, event: Event, now: number): void {
  if (now > state.time) state.time = now
  switch (event.type) {
    // the busiest first, by the shortest way
    case 'spotOrderAccepted':
    case 'spotTraded':
    case 'spotOrderAmended':
    case 'spotOrderClosed':
      state.placing = placingWith(state.placing, event)
      spotCapability.evolve(state, event, now)
      return
    case 'keyUsed':
      state.keys.remember(packedKey(event), event.answer, now)
      return
    case 'keyTaken':
      state.keys.remember(event, answerTaken(state, event), now)
      return
    default: {
      const { one, evolve: change, before, after } = factOf(event)
      for (const hear of before) hear(state, event, now)
      change(state, event, now)
      if (one.isRisk && !state.venue.selfLimits.isEmpty) noteLosses(state, one.moves?.(event) ?? [], now)
      for (const hear of after) hear(state, event, now)
    }
  }
}

// what leveraged trading or options bring or cost those who bound themselves, as it is posted to their accounts
function noteLosses({ venue }: State, moves: readonly Move[], now: number): void {
  for (const move of moves) {
    if (move.kind === 'entry' && move.account !== 'coin') venue.selfLimits.note(move.holder, move.amount, now)
  }
}

function live(state: State, events: readonly Event[], now: number): void {
  for (let at = 0; at < events.length; at++) {
    const event = events[at]
    evolve(state, event, now)
    if (event.type === 'spotTraded') absorb(state.venue, event)
    else if (event.type === 'derivativeTraded') absorbLadders(state.derivative, event)
  }
}

const enders = all.filter((one) => one.endOpenings !== undefined)
const nobody: readonly RiskEnd[] = []

function endOf(state: State, event: Event): readonly RiskEnd[] {
  if (event.type === 'keyUsed' || event.type === 'keyTaken') return nobody
  const end = factOf(event).one.endsRisk?.(state, event)
  return end ? [end] : nobody
}

/** The facts of one command, evolved as they come, each step followed by what its facts end. */
class Facts {
  readonly events: Event[] = []
  more = false
  readonly #state: State
  readonly #now: number

  constructor(state: State, now: number) {
    this.#state = state
    this.#now = now
  }

  take(step: readonly Event[]): void {
    const ends = step.flatMap((event) => endOf(this.#state, event))
    live(this.#state, step, this.#now)
    for (const event of step) this.events.push(event)
    for (const end of ends) {
      if (end !== 'many') this.#endOpenings(end.holder)
      else {
        this.#state.venue.round.begin()
        this.takeRound()
      }
    }
  }

  /** Asks as many holders as one step of the round does, and ends what of them may no longer rest. */
  takeRound(): void {
    const { holders, round } = this.#state.venue
    const before = this.events.length
    for (let asked = 0; asked < round.pace.holders; asked++) {
      if (this.events.length - before >= round.pace.orders) return
      const holder = round.next(holders)
      if (holder === null) return
      this.#endOpenings(holder)
    }
  }

  go(steps: Iterable<Due<Event>>): void {
    for (const { events, more } of steps) {
      this.take(events)
      this.more ||= more
    }
  }

  #endOpenings(holder: HolderId): void {
    for (const one of enders) {
      const events = one.endOpenings?.(this.#state, holder) ?? []
      if (events.length > 0) this.take(events)
    }
  }

  /** Pauses because a limit of loss is reached. */
  takeLosses(): void {
    for (const step of this.#state.venue.selfLimits.lossSteps(this.#now)) this.take(step)
  }

  /**
   * Puts the holds of cross accounts right that what happened has left above or below where they belong: of all whose
   * contract account the ledger says has moved since the last command, whatever moved it.
   */
  takeHolds(): void {
    const { derivative, venue } = this.#state
    const { holds } = touchedSince(derivative, venue)
    if (holds.size === 0) return
    const events = [...holds].flatMap((holder) => heldAnew(derivative, venue, holder))
    holds.clear()
    this.take(events)
  }

  /** What came of a command of the clock or the market. */
  get outcome(): Outcome {
    return { ok: true, events: this.events, answer: { type: 'tick', more: this.more }, repeated: null }
  }
}

/**
 * Runs one command: decides it, evolves the state by its events, and gives both back with the answer. Where it is
 * refused nothing has changed. A tick first writes what the market said, then does what follows from it. `wall` is what
 * the machine's own clock says, where engine time runs apart from it: a key was made by the world's time.
 */
export function execute(state: State, { key, command }: Envelope, now: number, wall = now): Outcome {
  if (command.type === 'quote') return tick(state, command, now)
  if (command.type === 'sourcedQuote') {
    const listing = state.venue.listings[command.sample.listing]
    return listing ? tick(state, quoteOf(command, listing.priceDecimals), now) : rejected('symbol_unknown')
  }
  if (command.type === 'sampleIndex') return sampled(state, command, now)
  if (command.type === 'settleDemo') return demoSettled(state, now)
  if (command.type === 'tellRealMoney') {
    state.venue.told.set(command.unmet)
    return { ok: true, events: [], answer: { type: 'done' }, repeated: null }
  }
  const known = key ? usedBefore(state, key, command, now, wall) : null
  if (known) return known
  const outcome = isSpotOrderCommand(command) ? spotOrder(state, command, now) : other(state, command, now)
  if (!key || !outcome.ok) return outcome
  const { events, answer } = outcome
  const kept = takenAnswer(command, answer)
  const used: Event = { type: 'keyTaken', ...packedKey({ ...key, holder: keyHolderOf(command) }), answer: kept }
  evolve(state, used, now)
  return { ok: true, events: [...events, used], answer, repeated: null }
}

// an acceptance whose answer is made when it is first read, and only then
class Accepted {
  readonly ok = true
  readonly repeated = null
  readonly events: readonly Event[]
  readonly #make: () => Answer
  #answer: Answer | null = null

  constructor(events: readonly Event[], make: () => Answer) {
    this.events = events
    this.#make = make
  }

  get answer(): Answer {
    return (this.#answer ??= this.#make())
  }
}

// the commands of which there are most, by the shortest way: nothing but spot and the ledger has a part in them
function spotOrder(state: State, command: SpotOrderCommand, now: number): Outcome {
  const { spot, venue } = state
  if (command.type === 'placeSpotOrder') {
    const placed = placeSpotOrder(spot, venue, command, now)
    if (!placed.ok) return placed
    const events = placed.value
    live(state, events, now)
    return new Accepted(events, () => placedAnswer(placedOf(events), command.holder, now))
  }
  const decided =
    command.type === 'cancelSpotOrder'
      ? cancelSpotOrder(spot, venue, command.holder, command.order)
      : amendSpotOrder(spot, venue, command, now)
  if (!decided.ok) return decided
  const events = decided.value
  const before = spot.orders.order(spot.orders.at(command.order))
  live(state, events, now)
  if (command.type === 'cancelSpotOrder') return new Accepted(events, () => canceledAnswer(before, events, now))
  return { ok: true, events, answer: amendedAnswer(spot, before, events, now), repeated: null }
}

function other(state: State, asked: OwnCommand | ResetDemo, now: number): Outcome {
  const command = hasLargeAmount(asked) ? withoutLargeAmount(asked) : asked
  if (command === null) return rejected('amount_invalid')
  if (command.type === 'resetDemo') return run(state, startReset(state, command.holder, now), now, () => done)
  const one = capabilityOf(command)
  const own = one.events ?? {}
  const answerOf = one.answer?.(state, command, now)
  return run(state, startOf(command)(state, command, now), now, (events) =>
    answerOf ? answerOf(events.filter((event): event is OwnEvent => event.type in own)) : done,
  )
}

const done: Answer = { type: 'done' }

// decides and evolves: at once, or step by step where the later depend on the earlier; only the first may refuse
function run(
  state: State,
  started: Result<Iterable<readonly Event[]>>,
  now: number,
  answerOf: (events: readonly Event[]) => Answer,
): Outcome {
  if (!started.ok) return started
  const facts = new Facts(state, now)
  for (const step of started.value) facts.take(step)
  facts.takeLosses()
  facts.takeHolds()
  return { ok: true, events: facts.events, answer: answerOf(facts.events), repeated: null }
}

function tick(state: State, command: Quote, now: number): Outcome {
  const { venue, spot, derivative } = state
  const { listing } = command
  if (!venue.listings[listing]) return rejected('symbol_unknown')
  state.heard.sensed = sense(venue, command, now)
  senseLadders(derivative, venue, listing, now)
  const facts = new Facts(state, now)
  // a stage that has to go on keeps those after it waiting: nothing fires before the ladder has finished
  const ticking = { state: derivative, venue, listing, budget: { fills: fillsPerTickMax }, now }
  facts.go(crossHouse(spot, venue, listing, now, ticking.budget))
  if (!facts.more && state.heard.sensed === 'taken') {
    facts.go(fireConditionals(spot, venue, listing, now, ticking.budget))
  }
  if (!facts.more) facts.go(crossLadders(ticking))
  if (!facts.more) facts.go(afterCrossing(ticking, state.watch))
  facts.takeLosses()
  facts.takeHolds()
  return facts.outcome
}

function demoSettled(state: State, now: number): Outcome {
  const facts = new Facts(state, now)
  facts.go(settleSteps(state, now))
  facts.takeLosses()
  facts.takeHolds()
  return facts.outcome
}

// what fell due before a sample is settled without it; then it is recorded, and what falls due by it is settled
function sampled(state: State, command: Command & { type: 'sampleIndex' }, now: number): Outcome {
  const { stamp } = command
  const started = startOf(command)(state, command, now)
  if (!started.ok) return started
  const facts = new Facts(state, now)
  for (const one of all) facts.go(one.overdue?.(state, stamp - 1) ?? [])
  const before = facts.events.length
  for (const step of started.value) facts.take(step)
  const samples = facts.events.slice(before).flatMap((event) => (event.type === 'indexSampled' ? event.samples : []))
  // the sample of each second is the clock by which deadlines pass
  for (const one of all) facts.take(one.deadlines?.(state, now) ?? [])
  touchUnheard(state.derivative, state.venue, samples)
  const second = { stamp, now, isNew: samples.length > 0 }
  for (const one of all) facts.go(one.steps?.(state, second) ?? [])
  // a second that is not recorded may stand in no row, and nobody could ask the same holders again
  if (second.isNew) facts.takeRound()
  facts.takeHolds()
  return facts.outcome
}
