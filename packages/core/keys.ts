import { bytes, list, struct, text, u53, type Of } from './codec/codec.ts'
import type { HolderId } from './ledger/holders.ts'

/** How long the engine itself remembers a key; older ones are looked up in the projected table. */
export const keyAgeMaxMs = 86_400_000

/** A key may bear a time this far ahead of the engine's: a client's clock is not always right. */
export const keyAheadMaxMs = 86_400_000

/** An idempotency key: a UUIDv7 as 32 hex digits, the route it was used on, and the SHA-256 of the body in hex. */
export const keyCodec = struct({ route: text, id: text, digest: text })
export type Key = Of<typeof keyCodec>

export const keyUsedCodec = struct({
  holder: u53,
  route: text,
  id: text,
  digest: text,
  /** The first answer, as its canonical bytes: the same key gets it again. */
  answer: bytes,
})
export type KeyUsed = Of<typeof keyUsedCodec>

export const keptKeysCodec = list(
  struct({ holder: u53, route: text, id: text, digest: text, answer: bytes, time: u53 }),
)

interface Kept extends KeyUsed {
  readonly time: number
}

/** The keys of the last day, by holder, route and id. */
export class Keys {
  readonly #kept = new Map<string, Kept>()

  #name(holder: HolderId, route: string, id: string): string {
    return `${holder} ${route} ${id}`
  }

  find(holder: HolderId, key: Key): Kept | undefined {
    return this.#kept.get(this.#name(holder, key.route, key.id))
  }

  /**
   * Remembers a key and forgets those that would be refused as too old by now; a Map keeps the order in which they
   * came. What counts is the time in the key: one that was made ahead of time is kept until it, too, has expired,
   * since a forgotten key that is not refused would act a second time.
   */
  remember(used: KeyUsed, time: number): void {
    for (const [name, kept] of this.#kept) {
      if (time - Math.max(kept.time, keyTime(kept.id) ?? 0) <= keyAgeMaxMs) break
      this.#kept.delete(name)
    }
    this.#kept.set(this.#name(used.holder, used.route, used.id), { ...used, time })
  }

  all(): Kept[] {
    return [...this.#kept.values()]
  }
}

/** The time in a UUIDv7 of 32 hex digits, in UTC milliseconds; null where it is none. */
export function keyTime(id: string): number | null {
  return /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/.test(id) ? Number.parseInt(id.slice(0, 12), 16) : null
}
