import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, bech32, bech32m, createBase58check, hex } from '@scure/base'

/** The forms of addresses that are known, each the form of one network's addresses. */
export const addressForms = ['TRC20', 'ERC20', 'Bitcoin', 'Solana'] as const
export type AddressForm = (typeof addressForms)[number]

/** Far above any address, so that no check works on a book. */
const lengthMax = 100

const base58check = createBase58check(sha256)

// the payload of a base58check text whose checksum holds, else null
function payloadOf(text: string): Uint8Array | null {
  try {
    return base58check.decode(text)
  } catch {
    return null
  }
}

/** TRON: base58check over the byte 0x41 and 20 bytes. */
function isTron(text: string): boolean {
  const payload = payloadOf(text)
  return payload !== null && payload.length === 21 && payload[0] === 0x41
}

/** Ethereum: 20 bytes in hex; where letters of both cases stand, they are the checksum of EIP-55. */
function isEthereum(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false
  const digits = text.slice(2)
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return true
  const digest = hex.encode(keccak_256(utf8ToBytes(lower)))
  return [...lower].every((digit, at) => {
    const isUpper = Number.parseInt(digest.charAt(at), 16) >= 8
    return digits.charAt(at) === (isUpper ? digit.toUpperCase() : digit)
  })
}

// a program of 2 to 40 bytes; version 0 has 20 or 32 of them and bech32, later ones bech32m (BIP-173, BIP-350)
function isWitness(text: string): boolean {
  for (const { code, versions } of [
    { code: bech32, versions: [0, 0] },
    { code: bech32m, versions: [1, 16] },
  ] as const) {
    const decoded = code.decodeUnsafe(text, 90)
    if (decoded === undefined || decoded.prefix !== 'bc') continue
    const [version, ...words] = decoded.words
    const program = code.fromWordsUnsafe(words)
    if (version === undefined || !program) return false
    if (version < versions[0] || version > versions[1] || program.length < 2 || program.length > 40) return false
    return version !== 0 || program.length === 20 || program.length === 32
  }
  return false
}

/** Bitcoin's main network: base58check of a key or script hash (BIP-13), or a witness program. */
function isBitcoin(text: string): boolean {
  if (/^bc1/i.test(text)) return isWitness(text)
  const payload = payloadOf(text)
  return payload !== null && payload.length === 21 && (payload[0] === 0x00 || payload[0] === 0x05)
}

/** Solana: base58 of exactly 32 bytes. */
function isSolana(text: string): boolean {
  if (text.length < 32 || text.length > 44) return false
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}

const checks: Readonly<Record<AddressForm, (text: string) => boolean>> = {
  TRC20: isTron,
  ERC20: isEthereum,
  Bitcoin: isBitcoin,
  Solana: isSolana,
}

/** An address as it is kept: without the white space that copying brings along. */
export function trimmedAddress(text: string): string {
  return text.trim()
}

/**
 * What an address is worth on a network: right, right only on another network, or nowhere. White space around it does
 * not count. A testnet's address is nowhere right.
 */
export function judgeAddress(form: AddressForm, text: string): 'right' | 'other_network' | 'wrong' {
  const address = trimmedAddress(text)
  if (address === '' || address.length > lengthMax) return 'wrong'
  if (checks[form](address)) return 'right'
  return addressForms.some((other) => checks[other](address)) ? 'other_network' : 'wrong'
}
