import { decideAccount } from './account/account.ts'
import { evolveAccount } from './account/evolve.ts'
import { answerCodec, type Answer } from './answer.ts'
import { answerTo, viewOf } from './answering.ts'
import { decideConvert } from './convert/convert.ts'
import { evolveConvert } from './convert/evolve.ts'
import { encode } from './codec/codec.ts'
import { keyAgeMaxMs, keyAheadMaxMs, keyTime, type Key } from './keys.ts'
import { evolveDerivative } from './derivative/evolve.ts'
import { evolveFunding } from './funding/evolve.ts'
import { samplePremiums } from './funding/sample.ts'
import { fundingSteps } from './funding/steps.ts'
import { isDerivative, isLeveraged, startLeveraged, type LeveragedCommand } from './leveraged.ts'
import { evolveLiquidation } from './liquidation/evolve.ts'
import { afterCrossing } from './liquidation/steps.ts'
import { decideMarket, evolveMarket } from './market/market.ts'
import { evolveOption, noteSample } from './option/evolve.ts'
import { decideOption } from './option/option.ts'
import { openOptionsOf } from './option/order.ts'
import { sampleOptions, voidAllOf } from './option/sample.ts'
import { accepted, rejected, type Rejection, type Result } from './result/result.ts'
import { amendSpotOrder } from './spot/amend.ts'
import { cancelAllOf, cancelAllSpotOrders, cancelSpotOrder } from './spot/cancel.ts'
import { evolveSpot } from './spot/evolve.ts'
import { placeSpotOrder } from './spot/place.ts'
import { absorb, crossHouse, sense } from './spot/tick.ts'
import type { State } from './state.ts'
import { decideWallet, walletDue } from './wallet/decide.ts'
import { evolveWallet } from './wallet/evolve.ts'
import type { Command, Envelope, Event } from './vocabulary.ts'

export type Outcome =
  | {
      readonly ok: true
      readonly events: readonly Event[]
      readonly answer: Answer
      /** The first answer's bytes where the command's key had been used before. */
      readonly repeated: Uint8Array | null
    }
  | { readonly ok: false; readonly rejection: Rejection }

type Whole = Exclude<Command, { type: 'quote' } | LeveragedCommand>

function decide(state: State, command: Whole, now: number): Result<readonly Event[]> {
  const { venue, spot, account } = state
  switch (command.type) {
    case 'placeSpotOrder':
      return placeSpotOrder(spot, venue, command, now)
    case 'amendSpotOrder':
      return amendSpotOrder(spot, venue, command, now)
    case 'cancelSpotOrder':
      return cancelSpotOrder(spot, venue, command.holder, command.order)
    case 'cancelAllSpotOrders':
      return cancelAllSpotOrders(spot, venue, command.holder, command.symbol)
    case 'openHolder':
    case 'setStanding':
    case 'transfer':
      return decideAccount(account, venue, command)
    case 'askConversion':
    case 'acceptConversion':
      return decideConvert(state.convert, venue, command, now)
    case 'resetDemo': {
      const reset = decideAccount(account, venue, command)
      if (!reset.ok) return reset
      const canceled = cancelAllOf(spot, venue, command.holder, '', 'demo_reset')
      const voided = voidAllOf(openOptionsOf(state.option, command.holder))
      return accepted([...canceled, ...voided, ...reset.value])
    }
    case 'configureOption':
    case 'placeOption':
    case 'rebuildOptionExit':
      return decideOption(state.option, venue, command, now)
    case 'configureWallet':
    case 'submitDeposit':
    case 'cancelDeposit':
    case 'decideDeposit':
    case 'submitWithdrawal':
    case 'cancelWithdrawal':
    case 'decideWithdrawal':
    case 'enterManually':
    case 'moveHouse':
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
  if (isDerivative(event)) {
    evolveDerivative(state.derivative, state.venue, event, now)
    return
  }
  switch (event.type) {
    case 'keyUsed':
      state.keys.remember(event, now)
      break
    case 'holderOpened':
    case 'standingSet':
    case 'demoGranted':
    case 'demoReset':
    case 'transferred':
      evolveAccount(state.account, state.venue, event)
      // what a cross account may lose before it is looked at has changed
      state.derivative.touched.holders.add(event.holder)
      break
    case 'spotOrderAccepted':
    case 'spotTraded':
    case 'spotOrderAmended':
    case 'spotOrderClosed':
      evolveSpot(state.spot, state.venue, event, now)
      break
    case 'conversionQuoted':
    case 'converted':
      evolveConvert(state.convert, state.venue, event, now)
      break
    case 'premiumSampled':
    case 'fundingSet':
    case 'fundingPaid':
      evolveFunding(state.funding, state.derivative, state.venue, event)
      break
    case 'positionTriggered':
    case 'liquidationStarted':
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
      break
    case 'indexSampled':
      evolveMarket(state.venue, event)
      noteSample(state.option, state.venue, event)
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
      evolveWallet(state.wallet, state.venue, event, now)
      break
    default:
      evolveMarket(state.venue, event)
  }
}

function live(state: State, events: readonly Event[], now: number): void {
  for (const event of events) {
    evolve(state, event, now)
    if (event.type === 'spotTraded') absorb(state.venue, event)
  }
}

// what the same key was answered before, a refusal, or null where the command is new
function earlier(state: State, key: Key, command: Command, now: number): Outcome | null {
  const holder = 'holder' in command ? command.holder : 0
  const kept = state.keys.find(holder, key)
  if (kept) {
    if (kept.digest !== key.digest) return rejected('key_reused')
    return { ok: true, events: [], answer: { type: 'done' }, repeated: kept.answer }
  }
  const time = keyTime(key.id)
  if (time === null || time - now > keyAheadMaxMs) return rejected('request_malformed')
  return now - time > keyAgeMaxMs ? rejected('key_expired') : null
}

// decides and evolves: at once, or step by step where the later depend on the earlier; only the first may refuse
function run(state: State, command: Whole | LeveragedCommand, now: number): Result<readonly Event[]> {
  if (!isLeveraged(command)) {
    const decided = decide(state, command, now)
    if (decided.ok) live(state, decided.value, now)
    return decided
  }
  const started = startLeveraged(state, command, now)
  if (!started.ok) return started
  const events: Event[] = []
  for (const step of started.value) {
    live(state, step, now)
    for (const event of step) events.push(event)
  }
  return accepted(events)
}

/**
 * Runs one command: decides it, evolves the state by its events, and gives both back with the answer. Where it is
 * refused nothing has changed. A tick first writes what the market said, then does what follows from it.
 */
export function execute(state: State, { key, command }: Envelope, now: number): Outcome {
  if (command.type === 'quote') return tick(state, command, now)
  if (command.type === 'sampleIndex') return sampled(state, command, now)
  const known = key ? earlier(state, key, command, now) : null
  if (known) return known
  const touched =
    command.type === 'amendSpotOrder' || command.type === 'cancelSpotOrder'
      ? state.spot.orders.get(command.order)
      : undefined
  const before = touched ? viewOf(touched) : null
  const ran = run(state, command, now)
  if (!ran.ok) return ran
  const events = ran.value
  const answer = answerTo(state, command, events, now, before)
  if (!key || !('holder' in command)) return { ok: true, events, answer, repeated: null }
  const used: Event = { type: 'keyUsed', holder: command.holder, ...key, answer: encode(answerCodec, answer) }
  evolve(state, used, now)
  return { ok: true, events: [...events, used], answer, repeated: null }
}

function tick(state: State, command: Command & { type: 'quote' }, now: number): Outcome {
  const { venue, spot, derivative } = state
  if (!venue.listings[command.listing]) return rejected('symbol_unknown')
  sense(venue, command, now)
  const events: Event[] = []
  let more = false
  const go = (steps: Iterable<{ events: readonly Event[]; more: boolean }>): void => {
    for (const step of steps) {
      live(state, step.events, now)
      for (const event of step.events) events.push(event)
      more ||= step.more
    }
  }
  go(crossHouse(spot, venue, command.listing, now))
  go(afterCrossing(derivative, venue, state.watch, command.listing, now))
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
  const isNew = decided.value.some((event) => event.type === 'indexSampled')
  if (isNew) take(samplePremiums(derivative, venue, stamp, now))
  go(fundingSteps(funding, derivative, venue, stamp))
  go(sampleOptions(state.option, stamp))
  return { ok: true, events, answer: { type: 'tick', more }, repeated: null }
}
