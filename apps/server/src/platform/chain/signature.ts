import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** How far a message's time may lie from the clock of who reads it, in ms. */
export const timeBoundMs = 60_000

/** The names of the headers that a signed message bears; an answer bears the signature alone. */
export const chainHeaders = {
  network: 'x-chain-network',
  time: 'x-chain-time',
  nonce: 'x-chain-nonce',
  signature: 'x-chain-signature',
} as const

/** What of a message is signed. */
export interface SignedParts {
  /** The path of a message, or the status of an answer. */
  readonly place: string
  /** In ms since 1970, as its header has it. */
  readonly time: string
  /** 32 hex digits that no other message within the bound of time has; an answer is signed with those of its message. */
  readonly nonce: string
  readonly body: string | Uint8Array
}

/** A network's key: SHA-256 of the network's name under the server's secret (64 hex digits). */
export function chainKey(secret: string, network: string): Uint8Array {
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(`truemark chain ${network}`).digest()
}

/** The signature of a message or an answer: 64 hex digits. */
export function signChain(key: Uint8Array, { place, time, nonce, body }: SignedParts): string {
  const digest = createHash('sha256').update(body).digest('hex')
  return createHmac('sha256', key).update(`${place}\n${time}\n${nonce}\n${digest}`).digest('hex')
}

/** Whether a signature is that of these parts, in the same time whatever it is. */
export function isSigned(key: Uint8Array, parts: SignedParts, signature: string): boolean {
  const expected = Buffer.from(signChain(key, parts), 'hex')
  const given = /^[0-9a-f]{64}$/.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(expected.length)
  return timingSafeEqual(expected, given)
}

const noncesMax = 100_000

/** The nonces of the messages that were taken within the bound of time. */
export class Nonces {
  readonly #times = new Map<string, number>()

  /** Notes a nonce; false where it was noted before, or where more came within the bound than are kept. */
  take(nonce: string, now: number): boolean {
    for (const [old, time] of this.#times) {
      // a message may bear a time ahead of the clock, and so be good for twice the bound
      if (now - time <= 2 * timeBoundMs) break
      this.#times.delete(old)
    }
    if (this.#times.has(nonce) || this.#times.size >= noncesMax) return false
    this.#times.set(nonce, now)
    return true
  }
}
