import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, bech32, bech32m, createBase58check, hex } from '@scure/base'
import { addressForms, type AddressForm } from './addressForm.ts'
import { isEdwardsPoint, isKoblitzX } from './curve.ts'
import { isLostPlace } from './lost.ts'
import { canonicalTon, memoPlaces } from './memoAddress.ts'
import { readAddress } from './readAddress.ts'

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

/** Ethereum's hex with the letters' case as the checksum of EIP-55; `lower` is 40 digits in lower case. */
function checksummed(lower: string): string {
  const digest = hex.encode(keccak_256(utf8ToBytes(lower)))
  return [...lower]
    .map((digit, at) => (Number.parseInt(digest.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit))
    .join('')
}

/** Ethereum: 20 bytes in hex; where letters of both cases stand, they are the checksum of EIP-55. */
function isEthereum(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false
  const digits = text.slice(2)
  const lower = digits.toLowerCase()
  return digits === lower || digits === digits.toUpperCase() || digits === checksummed(lower)
}

interface Witness {
  readonly version: number
  readonly program: Uint8Array
}

// a program of 2 to 40 bytes; version 0 has 20 or 32 of them and bech32, later ones bech32m (BIP-173, BIP-350)
function witnessOf(text: string): Witness | null {
  for (const { code, versions } of [
    { code: bech32, versions: [0, 0] },
    { code: bech32m, versions: [1, 16] },
  ] as const) {
    const decoded = code.decodeUnsafe(text, 90)
    if (decoded === undefined || decoded.prefix !== 'bc') continue
    const [version, ...words] = decoded.words
    const program = code.fromWordsUnsafe(words)
    if (version === undefined || !program) return null
    if (version < versions[0] || version > versions[1] || program.length < 2 || program.length > 40) return null
    return version !== 0 || program.length === 20 || program.length === 32 ? { version, program } : null
  }
  return null
}

/** Bitcoin's main network: base58check of a key or script hash (BIP-13), or a witness program. */
function isBitcoin(text: string): boolean {
  if (/^bc1/i.test(text)) return witnessOf(text) !== null
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
  XRP: (text) => memoPlaces.XRP(text) !== null,
  Stellar: (text) => memoPlaces.Stellar(text) !== null,
  Cosmos: (text) => memoPlaces.Cosmos(text) !== null,
  TON: (text) => memoPlaces.TON(text) !== null,
}

/**
 * The one form in which an address is kept and compared: bech32 in lower case, Ethereum with the checksum of EIP-55, TON as
 * that of an account, the others as they are. What is none on the network stays as it was read.
 */
export function canonicalAddress(form: AddressForm, text: string): string {
  const address = readAddress(text)
  if (address.length > lengthMax || !checks[form](address)) return address
  if (form === 'ERC20') return `0x${checksummed(address.slice(2).toLowerCase())}`
  if (form === 'TON') return canonicalTon(address)
  return /^(?:bc|cosmos)1/i.test(address) ? address.toLowerCase() : address
}

/** What an address of Bitcoin pays to: the hash of a key or of a script, or a witness program. */
export type BitcoinPlace =
  | { readonly kind: 'key' | 'script'; readonly hash: Uint8Array }
  | ({ readonly kind: 'witness' } & Witness)

/** What an address of Bitcoin pays to; null where it is none. */
export function bitcoinPlace(address: string): BitcoinPlace | null {
  if (!isBitcoin(address)) return null
  const witness = /^bc1/i.test(address) ? witnessOf(address) : null
  if (witness !== null) return { kind: 'witness', ...witness }
  const payload = payloadOf(address)
  return payload === null ? null : { kind: payload[0] === 0x00 ? 'key' : 'script', hash: payload.slice(1) }
}

// what an address stands for, in the bytes that its network pays to
function placeOf(form: AddressForm, address: string): Uint8Array | null {
  if (form === 'ERC20') return hex.decode(address.slice(2).toLowerCase())
  if (form === 'Solana') return base58.decode(address)
  if (form === 'XRP' || form === 'Stellar' || form === 'Cosmos' || form === 'TON') return memoPlaces[form](address)
  if (/^bc1/i.test(address)) return witnessOf(address)?.program ?? null
  return payloadOf(address)?.slice(1) ?? null
}

/**
 * What an address is worth on a network: right, right only on another network, or nowhere. It is read as
 * {@link readAddress} reads it. A testnet's address is nowhere right.
 */
export function judgeAddress(form: AddressForm, text: string): 'right' | 'other_network' | 'wrong' {
  const address = readAddress(text)
  if (address === '' || address.length > lengthMax) return 'wrong'
  if (checks[form](address)) return 'right'
  return addressForms.some((other) => checks[other](address)) ? 'other_network' : 'wrong'
}

/**
 * Texts of the same holder of a key: an address of its network, and what the same key hash is called where a network or
 * form beside it uses the same hashes (TRON and Ethereum; a key hash of Bitcoin and its witness program).
 */
export function sameHolder(form: AddressForm, text: string): string[] {
  const address = canonicalAddress(form, text)
  const place = judgeAddress(form, address) === 'right' ? placeOf(form, address) : null
  if (place === null || place.length !== 20 || form === 'XRP' || form === 'Cosmos') return [address]
  if (form === 'ERC20') return [address, base58check.encode(Uint8Array.of(0x41, ...place))]
  if (form === 'TRC20') return [address, `0x${checksummed(hex.encode(place))}`]
  if (address.startsWith('3')) return [address]
  const other = address.startsWith('1')
    ? bech32.encode('bc', [0, ...bech32.toWords(place)])
    : base58check.encode(Uint8Array.of(0, ...place))
  return [address, other]
}

// nobody's key can stand behind it: an account of a program, no point of the curve, or a version that has no rules yet,
// whose coins are anybody's
function isKeyless(form: AddressForm, address: string, place: Uint8Array): boolean {
  if (form === 'Solana' || form === 'Stellar') return !isEdwardsPoint(place)
  const witness = form === 'Bitcoin' ? witnessOf(address) : null
  if (witness === null || witness.version === 0) return false
  return witness.version > 1 || place.length !== 32 || !isKoblitzX(place)
}

/**
 * Whether nobody can ever spend what an address receives: a token's own contract, a program, the zero address, a burn
 * address, one behind which no key can stand. Asked of an address that is right on its network.
 */
export function isLostAddress(form: AddressForm, text: string): boolean {
  const [address = '', ...others] = sameHolder(form, text)
  const place = judgeAddress(form, address) === 'right' ? placeOf(form, address) : null
  if (place === null) return false
  return isKeyless(form, address, place) || isLostPlace([address, ...others], place)
}
