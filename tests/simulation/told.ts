import { decode } from '@truemark/core/codec/codec'
import type { Event } from '@truemark/core/vocabulary'
import { eventsCodec } from '../../apps/server/src/engine/exchangeMachine.ts'

const keptMax = 64

/**
 * The facts of the journal's frames, which whoever judges and the projectors read one after the other: what one has just
 * decoded is handed to the next. The bytes of a journal never change, so that where they lie names them.
 */
export class ToldFacts {
  readonly #known = new Map<ArrayBufferLike, Map<number, readonly Event[]>>()

  of(frame: Uint8Array): readonly Event[] {
    let known = this.#known.get(frame.buffer)
    const found = known?.get(frame.byteOffset)
    if (found !== undefined) return found
    const events = decode(eventsCodec, frame)
    if (known === undefined) {
      for (const first of this.#known.keys()) {
        if (this.#known.size < keptMax) break
        this.#known.delete(first)
      }
      this.#known.set(frame.buffer, (known = new Map()))
    }
    known.set(frame.byteOffset, events)
    return events
  }
}
