import { sha256 } from '@noble/hashes/sha2.js'
import { base32nopad, base58xrp, base64urlnopad, bech32 } from '@scure/base'

const checksumLength = 4

// base58check in the letters of XRP: the first byte 0, twenty bytes, four of the checksum
function xrpPlace(text: string): Uint8Array | null {
  if (!/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return null
  const bytes = base58xrp.decode(text)
  const payload = bytes.slice(0, -checksumLength)
  const sum = sha256(sha256(payload)).slice(0, checksumLength)
  const isWhole =
    bytes.length === 25 && payload[0] === 0 && sum.every((byte, at) => bytes[payload.length + at] === byte)
  return isWhole ? payload.slice(1) : null
}

// CRC-16 with the polynomial 0x1021, from 0
function crc16(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 0x8000) === 0 ? sum << 1 : (sum << 1) ^ 0x1021
    sum &= 0xffff
  }
  return sum
}

const stellarKey = 6 << 3

/** Stellar: the key of an account (SEP-23), its checksum with the low byte first. */
function stellarPlace(text: string): Uint8Array | null {
  if (!/^G[A-Z2-7]{55}$/.test(text)) return null
  const bytes = base32nopad.decode(text)
  const sum = crc16(bytes.slice(0, 33))
  const isWhole = bytes.length === 35 && bytes[0] === stellarKey && bytes[33] === (sum & 0xff) && bytes[34] === sum >> 8
  return isWhole ? bytes.slice(1, 33) : null
}

/** Cosmos: bech32 with the prefix of its hub, over the 20 bytes of a key or the 32 of another account. */
function cosmosPlace(text: string): Uint8Array | null {
  const decoded = bech32.decodeUnsafe(text, 90)
  if (decoded === undefined || decoded.prefix !== 'cosmos') return null
  const bytes = bech32.fromWordsUnsafe(decoded.words)
  return bytes && (bytes.length === 20 || bytes.length === 32) ? Uint8Array.from(bytes) : null
}

const tonPayable = new Set([0x11, 0x51])

/** TON: what is paid to (the chain and 32 bytes) behind a byte of how, and a checksum; none of a test network. */
function tonPlace(text: string): Uint8Array | null {
  const url = text.replaceAll('+', '-').replaceAll('/', '_')
  if (!/^[0-9A-Za-z_-]{48}$/.test(url)) return null
  const bytes = base64urlnopad.decode(url)
  const sum = crc16(bytes.slice(0, 34))
  const isChain = bytes[1] === 0 || bytes[1] === 0xff
  const isWhole = tonPayable.has(bytes[0] ?? 0) && isChain && bytes[34] === sum >> 8 && bytes[35] === (sum & 0xff)
  return isWhole ? bytes.slice(1, 34) : null
}

/** The networks whose accounts take payments for many, told apart by a memo or tag. */
export const memoPlaces = { XRP: xrpPlace, Stellar: stellarPlace, Cosmos: cosmosPlace, TON: tonPlace } as const

/** The one form of an address of TON: that of a payment which stays where it was sent, in the letters of links. */
export function canonicalTon(text: string): string {
  const place = tonPlace(text)
  if (place === null) return text
  const body = Uint8Array.of(0x51, ...place)
  const sum = crc16(body)
  return base64urlnopad.encode(Uint8Array.of(...body, sum >> 8, sum & 0xff))
}
