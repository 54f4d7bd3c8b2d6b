import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexToBytes } from '@noble/hashes/utils.js'

/** A transaction of EIP-1559, of a chain of Ethereum's kind; amounts in its smallest units. */
export interface EvmTransaction {
  readonly chainId: number
  readonly nonce: number
  /** What is paid for a unit of gas beyond the block's own price, and with it, at most. */
  readonly tip: bigint
  readonly feeMax: bigint
  readonly gas: bigint
  /** In hex with 0x. */
  readonly to: string
  readonly value: bigint
  readonly data: string
}

export interface SignedEvm {
  /** In hex with 0x, as a node takes it. */
  readonly raw: string
  readonly hash: string
}

const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`
const bytesOf = (hex: string): Uint8Array => hexToBytes(hex.replace(/^0x/, ''))

// an integer has no zeros before it, and 0 no bytes at all
function integer(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array(0)
  const hex = value.toString(16)
  return bytesOf(hex.length % 2 === 0 ? hex : `0${hex}`)
}

function header(offset: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(offset + length)
  const size = integer(BigInt(length))
  return Uint8Array.of(offset + 55 + size.length, ...size)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts))
}

/** A list in Ethereum's RLP, of byte strings and lists of them. */
export function rlp(value: Uint8Array | readonly (Uint8Array | readonly Uint8Array[])[]): Uint8Array {
  if (value instanceof Uint8Array) {
    const [first] = value
    return value.length === 1 && first !== undefined && first < 0x80
      ? value
      : joined([header(0x80, value.length), value])
  }
  const body = joined(value.map((one) => rlp(one)))
  return joined([header(0xc0, body.length), body])
}

/** The address of a key, in lower-case hex with 0x. */
export function evmAddress(key: Uint8Array): string {
  const point = secp256k1.getPublicKey(key, false)
  return hexOf(keccak_256(point.slice(1)).slice(-20))
}

/** Signs a transaction: the same bytes for the same transaction, each time (RFC 6979). */
export function signEvm(transaction: EvmTransaction, key: Uint8Array): SignedEvm {
  const { chainId, data, feeMax, gas, nonce, tip, to, value } = transaction
  const fields = [
    integer(BigInt(chainId)),
    integer(BigInt(nonce)),
    integer(tip),
    integer(feeMax),
    integer(gas),
    bytesOf(to),
    integer(value),
    bytesOf(data),
    [],
  ]
  const kind = Uint8Array.of(2)
  const digest = keccak_256(joined([kind, rlp(fields)]))
  const signature = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  const { r, recovery, s } = secp256k1.Signature.fromBytes(signature, 'recovered')
  const whole = joined([kind, rlp([...fields, integer(BigInt(recovery ?? 0)), integer(r), integer(s)])])
  return { raw: hexOf(whole), hash: hexOf(keccak_256(whole)) }
}
