import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { type BitcoinPlace, bitcoinPlace } from './address.ts'

const twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

function littleEndian(value: number, bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, at) => (at < 4 ? (value >>> (8 * at)) & 0xff : 0))
}

/** A length as Bitcoin writes it: up to 65 535. */
function sized(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  const head = length < 0xfd ? Uint8Array.of(length) : Uint8Array.of(0xfd, length & 0xff, length >> 8)
  return concatBytes(head, bytes)
}

/** The hash of a message under a name of its own (BIP-340). */
function tagged(name: string, ...parts: Uint8Array[]): Uint8Array {
  const tag = sha256(utf8ToBytes(name))
  return sha256(concatBytes(tag, tag, ...parts))
}

/**
 * A key out of the 65 bytes of `signmessage`: the header says which of four, and whether it is compressed. Throws where it is
 * none. Wallets write other headers for the same key with newer addresses (BIP-137), and not all of them do.
 */
function recovered(signature: Uint8Array, message: string): { compressed: Uint8Array; whole: Uint8Array } {
  const [header = 0] = signature
  if (header < 27 || header > 42) throw new RangeError('no header of a signature')
  const digest = twice(concatBytes(sized(utf8ToBytes('Bitcoin Signed Message:\n')), sized(utf8ToBytes(message))))
  const point = secp256k1.Signature.fromBytes(signature.slice(1), 'compact')
    .addRecoveryBit((header - 27) & 3)
    .recoverPublicKey(digest)
  return { compressed: point.toBytes(true), whole: point.toBytes(false) }
}

function isSignedMessage(place: BitcoinPlace, message: string, signature: Uint8Array): boolean {
  const { compressed, whole } = recovered(signature, message)
  const key = hash160(compressed)
  switch (place.kind) {
    case 'key':
      return isSame(place.hash, key) || isSame(place.hash, hash160(whole))
    case 'script':
      // the one script that stands for a single key: a witness program within it (BIP-141)
      return isSame(place.hash, hash160(concatBytes(Uint8Array.of(0, 20), key)))
    case 'witness':
      return place.version === 0 && isSame(place.program, key)
  }
}

/** The parts of a witness: how many, then each with its length; null where the bytes are none. */
function witnessParts(bytes: Uint8Array): Uint8Array[] | null {
  const [count = 0] = bytes
  const parts: Uint8Array[] = []
  let at = 1
  for (let part = 0; part < count; part += 1) {
    const length = bytes[at] ?? 0xff
    if (length > 0xfc) return null
    parts.push(bytes.slice(at + 1, at + 1 + length))
    at += 1 + length
  }
  return at === bytes.length ? parts : null
}

const zero = (bytes: number): Uint8Array => new Uint8Array(bytes)
const noOutput = concatBytes(zero(8), Uint8Array.of(1, 0x6a))

/** Where the coin lies that BIP-322 has a message spend: one of no worth, which is made of the message. */
function spentAt(script: Uint8Array, message: string): Uint8Array {
  const digest = tagged('BIP0322-signed-message', utf8ToBytes(message))
  const spend = concatBytes(
    zero(4),
    Uint8Array.of(1),
    zero(32),
    littleEndian(0xffff_ffff, 4),
    sized(concatBytes(Uint8Array.of(0, 32), digest)),
    zero(4),
    Uint8Array.of(1),
    zero(8),
    sized(script),
    zero(4),
  )
  return concatBytes(twice(spend), zero(4))
}

const all = 1

/** A witness program of a key hash: a signature and its key over the digest of BIP-143. */
function isSignedByKeyHash(program: Uint8Array, message: string, witness: readonly Uint8Array[]): boolean {
  const [signature, key] = witness
  if (witness.length !== 2 || signature === undefined || key === undefined) return false
  if (key.length !== 33 || !isSame(hash160(key), program) || signature.at(-1) !== all) return false
  const coin = spentAt(concatBytes(Uint8Array.of(0, 20), program), message)
  const code = concatBytes(Uint8Array.of(0x76, 0xa9, 20), program, Uint8Array.of(0x88, 0xac))
  const digest = twice(
    concatBytes(
      zero(4),
      twice(coin),
      twice(zero(4)),
      coin,
      sized(code),
      zero(8),
      zero(4),
      twice(noOutput),
      zero(4),
      littleEndian(all, 4),
    ),
  )
  return secp256k1.verify(signature.slice(0, -1), digest, key, { prehash: false, format: 'der', lowS: false })
}

/** A taproot output by its key: one signature over the digest of BIP-341. */
function isSignedByTaproot(program: Uint8Array, message: string, witness: readonly Uint8Array[]): boolean {
  const [signature] = witness
  if (witness.length !== 1 || signature === undefined) return false
  const type = signature.length === 65 ? signature[64] : 0
  if (type !== 0 && type !== all) return false
  if (signature.length === 65 && type === 0) return false
  const script = concatBytes(Uint8Array.of(0x51, 32), program)
  const digest = tagged(
    'TapSighash',
    Uint8Array.of(0, type),
    zero(4),
    zero(4),
    sha256(spentAt(script, message)),
    sha256(zero(8)),
    sha256(sized(script)),
    sha256(zero(4)),
    sha256(noOutput),
    zero(1),
    zero(4),
  )
  return schnorr.verify(signature.slice(0, 64), digest, program)
}

/**
 * Whether a message is signed by the key of an address of Bitcoin: by `signmessage` (65 bytes in base64) for one key, or in
 * the simple form of BIP-322 for a key hash of SegWit or a taproot key. Scripts of several keys are not read.
 */
export function isSignedOnBitcoin(address: string, message: string, text: string): boolean {
  const place = bitcoinPlace(address)
  if (place === null) return false
  const signature = base64.decode(text.replace(/^smp/, ''))
  if (signature.length === 65) return isSignedMessage(place, message, signature)
  const witness = witnessParts(signature)
  if (witness === null || place.kind !== 'witness') return false
  if (place.version === 0 && place.program.length === 20) return isSignedByKeyHash(place.program, message, witness)
  return place.version === 1 && place.program.length === 32 && isSignedByTaproot(place.program, message, witness)
}
