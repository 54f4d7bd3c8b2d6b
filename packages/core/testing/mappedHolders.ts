import { answerCodec } from '../answer.ts'
import { Reader } from '../codec/bytes.ts'
import { encode, type Codec } from '../codec/codec.ts'
import { isHouse, type HolderId } from '../ledger/holders.ts'
import { decodeState, encodeState, snapshotCodec } from '../snapshot.ts'
import type { State } from '../state.ts'

/** Another number for each holder; the house keeps its own. */
export type HolderMap = (holder: HolderId) => HolderId

/** Reads bytes and gives every holder in them another number: every shape reads its holders by {@link Reader.holder}. */
class MappedReader extends Reader {
  readonly #map: HolderMap

  constructor(bytes: Uint8Array, map: HolderMap) {
    super(bytes)
    this.#map = map
  }

  override holder(): HolderId {
    const holder = super.holder()
    return isHouse(holder) ? holder : this.#map(holder)
  }
}

/** A value of a codec with its holders mapped, those in an answer that it keeps as bytes included. */
export function mapped<T>(codec: Codec<T>, value: T, map: HolderMap): T {
  const read = codec.read(new MappedReader(encode(codec, value), map))
  mapAnswers(read, map)
  return read
}

// an answer is kept as its bytes by keys alone; a test holds that no other field of a fact or a snapshot is bytes
function mapAnswers(value: unknown, map: HolderMap): void {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return
  for (const [name, part] of Object.entries(value)) {
    if (name === 'answer' && part instanceof Uint8Array) {
      if (part.length > 0) Reflect.set(value, name, mappedAnswer(part, map))
    } else mapAnswers(part, map)
  }
}

/** The bytes of an answer with its holders mapped. */
export function mappedAnswer(bytes: Uint8Array, map: HolderMap): Uint8Array {
  return encode(answerCodec, answerCodec.read(new MappedReader(bytes, map)))
}

/** The canonical bytes of a state with its holders mapped. */
export function mappedState(state: State, map: HolderMap): Uint8Array {
  const snapshot = snapshotCodec.read(new MappedReader(encodeState(state), map))
  mapAnswers(snapshot, map)
  // through a state, since tables that are arrays come in the order of their rows
  return encodeState(decodeState(encode(snapshotCodec, snapshot)))
}
