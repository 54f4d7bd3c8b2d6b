import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { bitcoinPlace } from './address.ts'

/** How a chain of Bitcoin's kind writes its addresses. */
export interface BitcoinForm {
  /** What witness programs begin with, such as `bc`. */
  readonly prefix: string
  /** The first byte of the hash of a key, and of a script. */
  readonly key: number
  readonly script: number
}

/** Of Bitcoin's main network: the form in which addresses are kept. */
export const mainForm: BitcoinForm = { prefix: 'bc', key: 0x00, script: 0x05 }

const base58check = createBase58check(sha256)

/** An address of Bitcoin's main network as another chain writes what it pays to; null where it is none. */
export function bitcoinAddressIn(form: BitcoinForm, address: string): string | null {
  const place = bitcoinPlace(address)
  if (place === null) return null
  if (place.kind !== 'witness') {
    return base58check.encode(Uint8Array.from([place.kind === 'key' ? form.key : form.script, ...place.hash]))
  }
  const code = place.version === 0 ? bech32 : bech32m
  return code.encode(form.prefix, [place.version, ...code.toWords(place.program)])
}
