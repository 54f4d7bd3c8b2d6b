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
  isMapped = false

  constructor(bytes: Uint8Array, map: HolderMap) {
    super(bytes)
    this.#map = map
  }

  override holder(): HolderId {
    const holder = super.holder()
    if (isHouse(holder)) return holder
    this.isMapped = true
    return this.#map(holder)
  }
}

/** The bytes of a value with its holders mapped, those in an answer that it keeps as bytes included. */
export function mappedBytes(codec: Codec<unknown>, bytes: Uint8Array, map: HolderMap): Uint8Array {
  const reader = new MappedReader(bytes, map)
  const value = codec.read(reader)
  if (!reader.isMapped) return bytes
  mapAnswers(value, map)
  return encode(codec, value)
}

// an answer is kept as its bytes by keys alone; a test holds that no other field of a fact or a snapshot is bytes
function mapAnswers(value: unknown, map: HolderMap): void {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return
  for (const [name, part] of Object.entries(value)) {
    if (name === 'answer' && part instanceof Uint8Array) {
      // the short form of a placed order names nobody
      const isShort = 'placed' in value && value.placed === true
      if (part.length > 0 && !isShort) Reflect.set(value, name, mappedBytes(answerCodec, part, map))
    } else mapAnswers(part, map)
  }
}

/** The canonical bytes of a state with its holders mapped. */
export function mappedState(state: State, map: HolderMap): Uint8Array {
  // through a state, since tables that are arrays come in the order of their rows
  return encodeState(decodeState(mappedBytes(snapshotCodec, encodeState(state), map)))
}
