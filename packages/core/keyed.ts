import { answerCodec, type Answer } from './answer.ts'
import { placedAnswer } from './spot/view.ts'
import { Reader } from './codec/bytes.ts'
import { encode } from './codec/codec.ts'
import { hexOf, isSameBody, type Key, type KeyTaken } from './keyBytes.ts'
import { keyAgeMaxMs, keyAheadMaxMs, keyTime, type KeptAnswer, type Remembered } from './keys.ts'
import { dayMs } from './money/units.ts'
import type { Outcome } from './outcome.ts'
import { rejected } from './result/result.ts'
import type { SpotEvent } from './spot/event.ts'
import { readPlaced } from './spot/placed.ts'
import type { State } from './state.ts'
import { keyHolderOf, type Command } from './vocabulary.ts'

// the bytes of a first answer
function answerBytes({ owner: { holder }, answer, placed, time }: Remembered): Uint8Array {
  if (!placed) return answer
  const short = answer.length > 0 ? readPlaced(new Reader(answer)) : null
  return encode(answerCodec, placedAnswer(short, holder, time))
}

/**
 * What the same key was answered before, a refusal, or null where the command is surely new. `key_expired` with `at` asks
 * for the table: as of that moment of the engine's time it is to be asked, and the command sent again with what it said.
 * `wall` is what the machine's own clock says: a key was made by the world's time.
 */
export function usedBefore(state: State, key: Key, command: Command, now: number, wall: number): Outcome | null {
  const { keys } = state
  const holder = keyHolderOf(command)
  const kept = keys.find(holder, key.route, key.id)
  if (kept) {
    if (!isSameBody(key.digest, hexOf(kept.digest))) return rejected('key_reused')
    return { ok: true, events: [], answer: { type: 'done' }, repeated: answerBytes(kept) }
  }
  const time = keyTime(key.id)
  if (time === null || time - Math.max(now, wall) > keyAheadMaxMs) return rejected('request_malformed')
  if (Math.min(now, wall) - time > keyAgeMaxMs) return rejected('key_expired')
  const isUnsure = keys.mayBeForgotten(holder, time, now) && !keys.isKnownSince(holder, key.asked ?? 0, now)
  if (isUnsure) return rejected('key_expired', { at: String(now) })
  if (!keys.isSpent(holder, now)) return null
  return rejected('rate_limited', { seconds: String(Math.ceil((dayMs - (now % dayMs)) / 1_000)) })
}

/** What a used key keeps of its answer: nothing where it follows from the facts of the order that was placed. */
export function takenAnswer(command: Command, answer: Answer): Uint8Array {
  return command.type === 'placeSpotOrder' ? noBytes : encode(answerCodec, answer)
}

const noBytes = new Uint8Array(0)

/** The answer of a used key, right after its command's other facts. */
export function answerTaken({ placing }: State, { answer }: Pick<KeyTaken, 'answer'>): KeptAnswer {
  return answer.length > 0 ? answer : placing
}

/** The facts of the order that was placed last, with one more where it belongs there. */
export function placingWith(placing: readonly SpotEvent[], event: SpotEvent): readonly SpotEvent[] {
  if (event.type === 'spotOrderAccepted') return [event]
  const [first] = placing
  if (first?.type !== 'spotOrderAccepted') return placing
  const isItsOwn =
    event.type === 'spotTraded'
      ? event.takerOrder === first.order && event.takerHolder === first.holder
      : event.type === 'spotOrderClosed' && event.order === first.order
  return isItsOwn ? [...placing, event] : placing
}
