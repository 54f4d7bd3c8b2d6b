import { decideAccount, decideTransfer, type StaffTagged } from './account/account.ts'
import { evolveAccount } from './account/evolve.ts'
import { fillsPerTickMax, type Budget } from './book/budget.ts'
import type { Quote } from './book/mark.ts'
import { hasLargeAmount, withoutLargeAmount } from './amounts.ts'
import type { Answer } from './answer.ts'
import type { Outcome } from './outcome.ts'
import { amendedAnswer, answerTo, canceledAnswer, placedAnswer } from './answering.ts'
import { decideConvert } from './convert/convert.ts'
import { evolveConvert } from './convert/evolve.ts'
import { endOpen, settleSteps } from './demo.ts'
import { answerTaken, placingWith, takenAnswer, usedBefore } from './keyed.ts'
import { packedKey } from './keyBytes.ts'
import { bracketsDue } from './derivative/measure.ts'
import { isDerivativeEvent, type DerivativeEvent } from './derivative/event.ts'
import { crossFigures } from './derivative/account.ts'
import { evolveDerivative } from './derivative/evolve.ts'
import { absorbLadders, crossLadders, senseLadders } from './derivative/tick.ts'
import { evolveFunding, noteFundingLots } from './funding/evolve.ts'
import { samplePremiums } from './funding/sample.ts'
import { fundingSteps } from './funding/steps.ts'
import {
  answerLeveraged,
  beforeLeveraged,
  canReset,
  heldAfter,
  isLeveraged,
  startLeveraged,
  touchUnheard,
  type LeveragedCommand,
} from './leveraged.ts'
import { evolveLiquidation } from './liquidation/evolve.ts'
import { afterCrossing } from './liquidation/steps.ts'
import { decideMarket, evolveMarket } from './market/market.ts'
import { quoteOf } from './market/quoteOf.ts'
import { evolveOption, noteSample } from './option/evolve.ts'
import { decideOption } from './option/option.ts'
import { endedBy, suspensionSteps, withEndings } from './openings.ts'
import { sampleOptions } from './option/sample.ts'
import { noteLosses } from './losses.ts'
import { isRestraint, isRestraintEvent, type RestraintEvent } from './restraint/restraint.ts'
import { accepted, rejected, type Result } from './result/result.ts'
import { amendSpotOrder } from './spot/amend.ts'
import { cancelAllSpotOrders, cancelSpotOrder } from './spot/cancel.ts'
import { evolveSpot } from './spot/evolve.ts'
import { isSpotOrderCommand, type SpotOrderCommand } from './spot/command.ts'
import { placeSpotOrder } from './spot/place.ts'
import { placedOf } from './spot/placed.ts'
import { absorb, crossHouse, sense } from './spot/tick.ts'
import type { State } from './state.ts'
import { isSuspension, isSuspensionEvent, type SuspensionEvent } from './suspension/words.ts'
import { decideWallet, walletDue } from './wallet/decide.ts'
import { evolveWallet } from './wallet/evolve.ts'
import { keyHolderOf, type Command, type Envelope, type Event } from './vocabulary.ts'
import { decideWealth, evolveWealth, isWealth, isWealthEvent, noteForWealth, wealthSteps } from './wealth.ts'
import type { WealthEvent } from './wealthParts.ts'

type ResetDemo = Command & { type: 'resetDemo' }
type Whole = Exclude<
  Command,
  | { type: 'quote' | 'sourcedQuote' | 'resetDemo' | 'settleDemo' | 'tellRealMoney' }
  | LeveragedCommand
  | SpotOrderCommand
>

function decide(state: State, command: Whole, now: number): Result<readonly Event[]> {
  const { venue, spot, account } = state
  if (isWealth(command)) return decideWealth(state, command, now)
  if (isRestraint(command)) return venue.restraints.decide(venue.holders, command, now)
  if (isSuspension(command)) return venue.suspensions.decide(venue.holders, venue.listings, command, now)
  switch (command.type) {
    case 'cancelAllSpotOrders':
      return cancelAllSpotOrders(spot, venue, command.holder, command.symbol)
    case 'openHolder':
    case 'setStanding':
    case 'tagStaff':
      return decideAccount(venue, command)
    case 'transfer':
      return decideTransfer(account, venue, command, crossFigures(state.derivative, venue, command.holder, now))
    case 'askConversion':
    case 'acceptConversion':
      return decideConvert(state.convert, venue, command, now)
    case 'configureOption':
    case 'placeOption':
    case 'rebuildOptionExit':
      return decideOption(state.option, venue, command, now)
    case 'configureWallet':
    case 'submitDeposit':
    case 'cancelDeposit':
    case 'decideDeposit':
    case 'creditDeposit':
    case 'submitWithdrawal':
    case 'requestWithdrawal':
    case 'cancelWithdrawal':
    case 'decideWithdrawal':
    case 'enterManually':
    case 'moveHouse':
    case 'holdWithdrawals':
      return decideWallet(state.wallet, venue, command, now)
    case 'sampleIndex': {
      const sampled = decideMarket(venue, command)
      // the sample of each second is the clock by which deadlines pass
      return sampled.ok ? accepted([...sampled.value, ...walletDue(state.wallet, now)]) : sampled
    }
    default:
      return decideMarket(venue, command)
  }
}

/** Changes the durable state by one fact; the only thing that does. `now` is the time of the fact's batch. */
export function evolve(state: State, event: Event, now: number): void {
  if (now > state.time) state.time = now
  switch (event.type) {
    // the busiest first, since these are looked at in turn
    case 'spotOrderAccepted':
    case 'spotTraded':
    case 'spotOrderAmended':
    case 'spotOrderClosed':
      state.placing = placingWith(state.placing, event)
      evolveSpot(state.spot, state.venue, event, now)
      break
    case 'keyUsed':
    case 'keyTaken':
      evolveKey(state, event, now)
      break
    case 'holderOpened':
    case 'standingSet':
    case 'demoGranted':
    case 'demoReset':
    case 'transferred':
      evolveAccount(state.account, state.venue, event)
      break
    case 'conversionQuoted':
    case 'converted':
      evolveConvert(state.convert, state.venue, event, now)
      break
    case 'premiumSampled':
    case 'fundingSet':
    case 'fundingPaid':
      evolveFunding(state.funding, state.derivative, state.venue, event, now)
      noteLosses(state, event, now)
      break
    case 'positionTriggered':
    case 'liquidationStarted':
    case 'liquidationReckoned':
      evolveLiquidation(state.derivative, event)
      break
    case 'optionConfigured':
    case 'optionPlaced':
    case 'optionsEntered':
    case 'optionExitFixed':
    case 'optionExitMissing':
    case 'optionExitRebuilt':
    case 'optionExitLost':
    case 'optionSettled':
    case 'optionVoided':
      evolveOption(state.option, state.venue, event, now)
      noteLosses(state, event, now)
      break
    case 'indexSampled':
      evolveMarket(state.venue, event)
      noteSample(state.option, state.venue, event)
      noteForWealth(state, event)
      break
    case 'walletConfigured':
    case 'depositSubmitted':
    case 'depositClosed':
    case 'withdrawalSubmitted':
    case 'withdrawalMoved':
    case 'withdrawalEscalated':
    case 'withdrawalClosed':
    case 'manuallyEntered':
    case 'houseMoved':
    case 'withdrawalsHeld':
      evolveWallet(state.wallet, state.venue, event, now)
      break
    default:
      evolveOther(state, event, now)
  }
}

function evolveKey(state: State, event: Event & { type: 'keyUsed' | 'keyTaken' }, now: number): void {
  if (event.type === 'keyUsed') state.keys.remember(packedKey(event), event.answer, now)
  else state.keys.remember(event, answerTaken(state, event), now)
}

type StandingEvent = RestraintEvent | SuspensionEvent | StaffTagged
type OtherEvent = DerivativeEvent | WealthEvent | StandingEvent | Parameters<typeof evolveMarket>[1]

function evolveOther(state: State, event: OtherEvent, now: number): void {
  const { derivative, venue } = state
  if (isDerivativeEvent(event)) {
    noteFundingLots(state.funding, derivative, event)
    evolveDerivative(derivative, venue, event, now)
    noteLosses(state, event, now)
  } else if (isWealthEvent(event)) evolveWealth(state, event, now)
  else if (isRestraintEvent(event)) venue.restraints.evolve(venue.holders, event, now)
  else if (event.type === 'staffTagged') evolveAccount(state.account, venue, event)
  else if (isSuspensionEvent(event)) venue.suspensions.evolve(venue.holders, event, now)
  else evolveMarket(venue, event)
}

function live(state: State, events: readonly Event[], now: number): void {
  for (let at = 0; at < events.length; at++) {
    const event = events[at]
    evolve(state, event, now)
    if (event.type === 'spotTraded') absorb(state.venue, event)
    else if (event.type === 'derivativeTraded') absorbLadders(state.derivative, event)
  }
}

// decides and evolves: at once, or step by step where the later depend on the earlier; only the first may refuse
function run(state: State, command: Whole | LeveragedCommand | ResetDemo, now: number): Result<readonly Event[]> {
  const started = start(state, command, now)
  if (!started.ok) return started
  const events: Event[] = []
  const take = (step: readonly Event[]): void => {
    live(state, step, now)
    for (const event of step) events.push(event)
  }
  for (const step of started.value) take(step)
  for (const step of endedBy(state, command)) take(step)
  for (const step of withEndings(state, state.venue.restraints.lossSteps(now))) take(step)
  take(heldAfter(state))
  return accepted(events)
}

function start(
  state: State,
  command: Whole | LeveragedCommand | ResetDemo,
  now: number,
): Result<Iterable<readonly Event[]>> {
  if (isLeveraged(command)) return startLeveraged(state, command, now)
  if (command.type !== 'resetDemo') {
    const decided = decide(state, command, now)
    return decided.ok ? accepted([decided.value]) : decided
  }
  const may = decideAccount(state.venue, command)
  if (!may.ok) return may
  return canReset(state, command.holder) ? accepted(resetSteps(state, command, now)) : rejected('market_stale')
}

function* resetSteps(state: State, command: ResetDemo, now: number): Generator<readonly Event[]> {
  yield* endOpen(state, command.holder, now)
  const reset = decideAccount(state.venue, command)
  if (reset.ok) yield reset.value
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
  return { ok: true, events, answer: amendedAnswer(state, before, events, now), repeated: null }
}

function other(state: State, asked: Whole | LeveragedCommand | ResetDemo, now: number): Outcome {
  const command = hasLargeAmount(asked) ? withoutLargeAmount(asked) : asked
  if (command === null) return rejected('amount_invalid')
  const named = isLeveraged(command) ? beforeLeveraged(state, command, now) : null
  const ran = run(state, command, now)
  if (!ran.ok) return ran
  const events = ran.value
  const answer =
    named && isLeveraged(command)
      ? answerLeveraged(state, command, events, named, now)
      : answerTo(state, command, events, now)
  return { ok: true, events, answer, repeated: null }
}

function tick(state: State, command: Quote, now: number): Outcome {
  const { venue, spot, derivative } = state
  if (!venue.listings[command.listing]) return rejected('symbol_unknown')
  state.heard.sensed = sense(venue, command, now)
  senseLadders(derivative, venue, command.listing, now)
  const events: Event[] = []
  let more = false
  const go = (steps: Iterable<{ events: readonly Event[]; more: boolean }>): void => {
    for (const step of steps) {
      live(state, step.events, now)
      for (const event of step.events) events.push(event)
      more ||= step.more
    }
  }
  // a stage that has to go on keeps those after it waiting: nothing fires before the ladder has finished
  const budget: Budget = { fills: fillsPerTickMax }
  go(crossHouse(spot, venue, command.listing, now, budget))
  if (!more) go(crossLadders(derivative, venue, command.listing, now, budget))
  if (!more) go(afterCrossing(derivative, venue, state.watch, command.listing, now, budget))
  for (const step of withEndings(state, venue.restraints.lossSteps(now))) go([{ events: step, more: false }])
  go([{ events: heldAfter(state), more: false }])
  return { ok: true, events, answer: { type: 'tick', more }, repeated: null }
}

function demoSettled(state: State, now: number): Outcome {
  const events: Event[] = []
  let more = false
  const take = (step: readonly Event[]): void => {
    live(state, step, now)
    for (const event of step) events.push(event)
  }
  for (const step of settleSteps(state, now)) {
    take(step.events)
    more ||= step.more
  }
  take(heldAfter(state))
  return { ok: true, events, answer: { type: 'tick', more }, repeated: null }
}

// what fell due before a sample is settled without it; then it is recorded, and what falls due by it is settled
function sampled(state: State, command: Command & { type: 'sampleIndex' }, now: number): Outcome {
  const { derivative, funding, venue } = state
  const { stamp } = command
  const decided = decide(state, command, now)
  if (!decided.ok) return decided
  const events: Event[] = []
  let more = false
  const take = (step: readonly Event[]): void => {
    live(state, step, now)
    for (const event of step) events.push(event)
  }
  const go = (steps: Iterable<{ events: readonly Event[]; more: boolean }>): void => {
    for (const step of steps) {
      take(step.events)
      more ||= step.more
    }
  }
  go(fundingSteps(funding, derivative, venue, stamp - 1))
  take(decided.value)
  touchUnheard(state, decided.value)
  take(bracketsDue(derivative, now))
  if (decided.value.some(({ type }) => type === 'indexSampled')) take(samplePremiums(derivative, venue, stamp, now))
  go(fundingSteps(funding, derivative, venue, stamp))
  go(sampleOptions(state.option, stamp))
  go(wealthSteps(state, stamp))
  for (const step of withEndings(state, venue.restraints.steps(now))) take(step)
  for (const step of suspensionSteps(state, now)) take(step)
  take(heldAfter(state))
  return { ok: true, events, answer: { type: 'tick', more }, repeated: null }
}
